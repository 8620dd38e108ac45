export { type LiveAgreement, makeLiveAgreement } from './live-agreement.ts'
export { readAgreement } from './queries.ts'
export { readRatings } from './ratings.ts'
export { registerAgreementRoutes } from './routes.ts'
