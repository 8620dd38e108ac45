export { deferSegment } from './defer-segment.ts'
export { countLate } from './late.ts'
export {
  countBySeat,
  countSubmitted,
  listFullVotes,
  listRecordsOf,
  listSecondPassSeats,
  listSubmitTimes,
  listVotes,
  type SeatCount,
  type Vote,
} from './queries.ts'
export { listQuotes, listReliabilityVotes, type Quote } from './reliability.ts'
export { registerLabelRoutes } from './routes.ts'
export { makeSubmitSegments } from './submit-segments.ts'
export { decodeVector, encodeVector, letterValue } from './vector.ts'
