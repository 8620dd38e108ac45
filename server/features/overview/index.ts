export { readProgress } from './progress.ts'
export { registerOverviewRoutes } from './routes.ts'
