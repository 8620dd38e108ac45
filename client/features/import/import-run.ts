/** The course of one import: pick, check, import, report. */
import { createSignal, onCleanup } from 'solid-js'
import type { ProjectId } from '../../../shared/ids.ts'
import type { ImportReport } from '../../../shared/traces/import-report.ts'
import { added, type PickedFile } from './picked.ts'
import { type Upload, uploadFiles } from './upload.ts'

export type Phase = 'drop' | 'checking' | 'checked' | 'importing' | 'imported'

export function createImportRun(project: () => ProjectId) {
  const [files, setFiles] = createSignal<readonly PickedFile[]>([])
  const [phase, setPhase] = createSignal<Phase>('drop')
  const [report, setReport] = createSignal<ImportReport | null>(null)
  const [sent, setSent] = createSignal(0)
  const [problem, setProblem] = createSignal<{ while: 'checking' | 'importing'; error: unknown } | null>(null)
  let upload: Upload | undefined

  const run = async (doing: 'checking' | 'importing') => {
    const before = phase()
    upload?.cancel()
    setPhase(doing)
    setSent(0)
    setProblem(null)
    const mine = uploadFiles(project(), files(), doing === 'checking', setSent)
    upload = mine
    try {
      const answer = await mine.report
      if (upload !== mine) return
      setReport(answer)
      setPhase(doing === 'checking' ? 'checked' : 'imported')
    } catch (error) {
      if (upload !== mine) return
      setProblem({ while: doing, error })
      setPhase(before === 'checked' && doing === 'importing' ? 'checked' : 'drop')
    }
  }

  const clear = () => {
    const held = upload
    upload = undefined
    held?.cancel()
    setFiles([])
    setReport(null)
    setProblem(null)
    setPhase('drop')
  }
  onCleanup(clear)

  return {
    files,
    phase,
    report,
    sent,
    problem,
    isBusy: () => phase() === 'checking' || phase() === 'importing',
    /** Adds files and looks at all of them again; after an import the list begins anew. */
    add: (more: PickedFile[]) => {
      if (more.length === 0) return
      setFiles((before) => added(phase() === 'imported' ? [] : before, more))
      setReport(null)
      void run('checking')
    },
    check: () => void run('checking'),
    importAll: () => void run('importing'),
    clear,
  }
}
