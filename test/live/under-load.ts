/** People at work on a server that dies under them: each sends again what got no answer, and remembers what did. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { MutationId } from '../../shared/ids.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import { PROTOCOL_VERSION } from '../../shared/live/protocol-version.ts'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { multipart } from '../harness/multipart.ts'
import { fileOf, traceOf } from '../harness/traces.ts'
import { PROJECT } from '../harness/world.ts'

/** As many at once as an eager client could have under way. */
const IN_FLIGHT = 8

export type Waiting = { readonly mutationId: MutationId; readonly mutation: Mutation }

export type Worker = {
  /** How many acts got their answer. */
  readonly done: () => number
  /** Works until the server is gone. */
  readonly run: (port: number) => Promise<void>
}

export type Labeller = Worker & { readonly acknowledged: ReadonlySet<MutationId> }

/** What an annotator's browser does: sends in order, keeps what is not acknowledged, and sends it again under the same id. */
export function labeller(cookie: string, work: readonly Waiting[]): Labeller {
  const acknowledged = new Set<MutationId>()
  const unanswered = [...work]
  return {
    acknowledged,
    done: () => acknowledged.size,
    run(port) {
      return new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie, origin: `http://localhost:${port}` } })
        const sent = new Set<MutationId>()
        const fill = () => {
          for (const waiting of unanswered.slice(0, IN_FLIGHT)) {
            if (sent.has(waiting.mutationId)) continue
            sent.add(waiting.mutationId)
            socket.send(JSON.stringify({ type: 'mutate', ...waiting }))
          }
        }
        socket.on('open', () =>
          socket.send(JSON.stringify({ type: 'hello', protocolVersion: PROTOCOL_VERSION, clientId: 'c', project: PROJECT, cursor: null })),
        )
        socket.on('message', (data) => {
          const message = JSON.parse(data.toString())
          if (message.type === 'mutation.rejected') throw new Error(`${message.code}: ${message.message}`)
          if (message.type === 'mutation.accepted') {
            acknowledged.add(message.mutationId)
            unanswered.splice(
              unanswered.findIndex((waiting) => waiting.mutationId === message.mutationId),
              1,
            )
          }
          if (message.type === 'mutation.accepted' || message.type === 'welcome') fill()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    },
  }
}

const FILES_PER_UPLOAD = 5
const STEPS_PER_FILE = 8

export type Importer = Worker & {
  /** Ids of traces that a report named as new or as held already. */
  readonly acknowledged: ReadonlySet<string>
}

/** A lead who uploads one set of small traces after the other, and the same set again when no report came. */
export function importer(cookie: string): Importer {
  const acknowledged = new Set<string>()
  let uploads = 0
  function files() {
    return Array.from({ length: FILES_PER_UPLOAD }, (_, index) => {
      const name = `upload ${uploads}, file ${index}`
      return fileOf(
        `${name}.json`,
        traceOf(
          name,
          Array.from({ length: STEPS_PER_FILE }, (_, step) => `Step ${step} of ${name}`),
        ),
      )
    })
  }
  return {
    acknowledged,
    done: () => uploads,
    async run(port) {
      for (;;) {
        const { payload, headers } = multipart(files())
        const { 'content-type': type = '' } = headers
        let response: Response
        let text: string
        try {
          response = await fetch(`http://127.0.0.1:${port}/api/projects/${PROJECT}/imports`, {
            method: 'POST',
            headers: { cookie, 'content-type': type, origin: `http://localhost:${port}` },
            body: new Uint8Array(payload),
          })
          text = await response.text()
        } catch {
          return
        }
        if (response.status !== 200) throw new Error(text)
        for (const file of ImportReport.parse(JSON.parse(text)).files) for (const trace of file.traces) acknowledged.add(trace.id)
        uploads += 1
        await sleep(5)
      }
    },
  }
}
