export { deferSegment, submitSegment } from './commands.ts'
export { countBySeat, countSubmitted, type FullVote, listFullVotes, listRecordsOf, listVotes, type Vote } from './queries.ts'
export { decodeVector, letterValue } from './vector.ts'
