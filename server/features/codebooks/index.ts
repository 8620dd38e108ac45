export { defaultCodebook, putCodebook } from './commands.ts'
export { getCodebook, type StoredCodebook } from './queries.ts'
export { registerCodebookRoutes } from './routes.ts'
