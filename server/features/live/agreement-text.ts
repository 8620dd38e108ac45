import type { AgreementSummary } from '../../../shared/agreement/summary.ts'

/**
 * The push of fresh figures as it goes over the wire, written out once for all leads and a mode at a time: with hundreds of annotators
 * it is more than a megabyte.
 */
export function* agreementText({ modes, ...rest }: AgreementSummary): Generator<void, string> {
  const head = JSON.stringify(rest).slice(0, -1)
  const texts: string[] = []
  for (const mode of modes) {
    texts.push(JSON.stringify(mode))
    yield
  }
  return `{"type":"agreement.updated","roundId":${JSON.stringify(rest.roundId)},"agreement":${head},"modes":[${texts.join(',')}]}}`
}
