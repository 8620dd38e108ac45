export { deferSegment, submitSegment } from './commands.ts'
export {
  countBySeat,
  countSubmitted,
  type FullVote,
  listFullVotes,
  listRecordsOf,
  listSecondPassSeats,
  listSubmitTimes,
  listVotes,
  type Vote,
} from './queries.ts'
export { registerLabelRoutes } from './routes.ts'
export { decodeVector, encodeVector, letterValue } from './vector.ts'
