/** Sends files with progress. `fetch` tells nothing about an upload on its way, so this is the one place with an XMLHttpRequest. */
import type { ProjectId } from '../../../shared/ids.ts'
import { ImportReport } from '../../../shared/traces/import-report.ts'
import { address, HttpProblem, NO_ANSWER, parseAnswer, piece } from '../../http/http.ts'
import type { PickedFile } from './picked.ts'

export type Upload = { report: Promise<ImportReport>; cancel: () => void }

/** `onProgress` gets the share that was sent, 0 to 1; at 1 the server is still reading. */
export function uploadFiles(
  project: ProjectId,
  files: readonly PickedFile[],
  isDryRun: boolean,
  onProgress: (share: number) => void,
): Upload {
  const form = new FormData()
  for (const { file, path } of files) form.append('files', file, path)
  const request = new XMLHttpRequest()
  const report = new Promise<ImportReport>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total))
    request.upload.addEventListener('load', () => onProgress(1))
    request.addEventListener('load', () => {
      try {
        resolve(parseAnswer(ImportReport, request.status >= 200 && request.status < 300, request.status, request.responseText))
      } catch (error) {
        reject(error)
      }
    })
    // A server that refuses by size may close the connection while the upload goes on; the browser then reports no answer at all.
    request.addEventListener('error', () => reject(new HttpProblem('no_answer', NO_ANSWER, 0)))
    request.addEventListener('abort', () => reject(new HttpProblem('cancelled', 'The upload was stopped.', 0)))
  })
  request.open('POST', address(`api/projects/${piece(project)}/imports?dryRun=${isDryRun}`))
  request.setRequestHeader('accept', 'application/json')
  request.send(form)
  return { report, cancel: () => request.abort() }
}
