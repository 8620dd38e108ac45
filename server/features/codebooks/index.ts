export { defaultCodebook, putCodebook } from './commands.ts'
export { getCodebook } from './queries.ts'
export { registerCodebookRoutes } from './routes.ts'
