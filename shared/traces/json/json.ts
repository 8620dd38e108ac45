/** A decoded JSON value. Integers beyond 2^53 and numbers that overflow are kept as strings of their digits. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

/** Whether a value is an object with keys (not null, not a list). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own member of an object, or undefined: `constructor` and `__proto__` never reach the prototype. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The member at the end of a path, or undefined as soon as a step of it is missing. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => member(inner, key), value)
}

/** The member when it is an object. */
export function objectAt(value: Json | undefined, key: string): JsonObject | null {
  const found = member(value, key)
  return isObject(found) ? found : null
}

/** The member when it is a list, else an empty one. */
export function listAt(value: Json | undefined, key: string): Json[] {
  const found = member(value, key)
  return Array.isArray(found) ? found : []
}

/** The member when it is a string. */
export function stringAt(value: Json | undefined, key: string): string | null {
  const found = member(value, key)
  return typeof found === 'string' ? found : null
}

/** The member when it is a finite number. */
export function numberAt(value: Json | undefined, key: string): number | null {
  const found = member(value, key)
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

/** The member when it is a whole number that can be held exactly. */
export function integerAt(value: Json | undefined, key: string): number | null {
  const found = numberAt(value, key)
  return found !== null && Number.isSafeInteger(found) ? found : null
}

/** The member when it is true or false. */
export function booleanAt(value: Json | undefined, key: string): boolean | null {
  const found = member(value, key)
  return typeof found === 'boolean' ? found : null
}

/** An identifier that files write as a string or as a number. */
export function idAt(value: Json | undefined, key: string): string | null {
  const found = member(value, key)
  if (typeof found === 'string') return found === '' ? null : found
  return typeof found === 'number' ? String(found) : null
}

/** What a value reads like: strings as they are, nothing for nothing, everything else as indented JSON. */
export function asText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
