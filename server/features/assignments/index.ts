export { keepSeat, type MutationContext, skipSeat, submitTrace } from './commands.ts'
export { createRound } from './create-round.ts'
export { listUndecidedLeases } from './leases.ts'
export { asksFor, assertOpen, listOwnSeats, type OwnSeat, type OwnSeats } from './own-seat.ts'
export {
  findOwnSeatOn,
  getRound,
  hasSeatOn,
  listRoundSeats,
  listRounds,
  listRoundTraces,
  listRoundViews,
  listSeatsOf,
  type Round,
  type SeatRow,
} from './queries.ts'
export { closeRound, revealRound, widenRound } from './round-acts.ts'
export { registerAssignmentRoutes } from './routes.ts'
export { decideLate, handBackSeat, reopenTrace } from './seat-acts.ts'
export { takeSeat } from './take-seat.ts'
