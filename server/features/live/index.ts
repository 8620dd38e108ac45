export { CLOSE } from './connection.ts'
export { registerLive } from './routes.ts'
export { makeRunMutation, type RunMutation } from './run-mutation.ts'
