export { CLOSE } from './connection.ts'
export { registerLive } from './routes.ts'
export { runMutation } from './run-mutation.ts'
