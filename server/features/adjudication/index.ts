export { reopenCell, settleCell } from './commands.ts'
export { listDecisions } from './queries.ts'
export { countCells, readQueue } from './read-cells.ts'
export { registerAdjudicationRoutes } from './routes.ts'
