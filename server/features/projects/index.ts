export { ensureProject } from './commands.ts'
export { findProject } from './queries.ts'
