export { GOLD_FILES, goldFile } from './files.ts'
export { registerGoldRoutes } from './routes.ts'
