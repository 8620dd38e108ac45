/** What the driver returns, row by row; `toX(row)` functions in the features turn rows into our own types. */
export type AccountTable = { id: string; name: string; created_at: string; deactivated_at: string | null }
export type MembershipTable = { project_id: string; account_id: string; role: string }
export type SessionTable = { token_sha256: string; account_id: string; created_at: string; expires_at: string; revoked_at: string | null }
export type SignInLinkTable = {
  token_sha256: string
  account_id: string
  created_at: string
  expires_at: string
  is_reusable: number
  used_at: string | null
}
export type MutationTable = { account_id: string; id: string; payload_sha256: string; at: string }
