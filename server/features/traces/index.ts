export { type FileToImport, fileOnDisk } from './file-to-import.ts'
export { importFiles } from './import-files.ts'
export {
  findSegmentText,
  getTrace,
  listSegmentContents,
  listTraceOfSegments,
  listTraceRows,
  type StoredTrace,
} from './queries.ts'
export { registerTraceRoutes } from './routes.ts'
