export { closeRound, createRound, keepSeat, type MutationContext, skipSeat, submitTrace } from './commands.ts'
export { assertOpen, getOwnSeat } from './own-seat.ts'
export {
  getRound,
  hasSeatOn,
  listRoundSeats,
  listRounds,
  listRoundTraces,
  listRoundViews,
  listSeatsOf,
  type Round,
  type SeatRow,
  toSeatView,
} from './queries.ts'
export { registerAssignmentRoutes } from './routes.ts'
export { takeSeat } from './take-seat.ts'
