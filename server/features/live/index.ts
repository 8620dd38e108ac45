export { registerLive } from './routes.ts'
export { runMutation } from './run-mutation.ts'
