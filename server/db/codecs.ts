/** better-sqlite3 binds no booleans, and PostgreSQL keeps ours as integers too, so that both read alike. */
export function toFlag(value: boolean): number
export function toFlag(value: boolean | null): number | null
export function toFlag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

export function fromFlag(value: number): boolean
export function fromFlag(value: number | null): boolean | null
export function fromFlag(value: number | null): boolean | null {
  return value === null ? null : value === 1
}
