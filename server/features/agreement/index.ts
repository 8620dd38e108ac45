export { readAgreement } from './queries.ts'
export { registerAgreementRoutes } from './routes.ts'
