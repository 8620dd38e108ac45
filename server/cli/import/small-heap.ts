import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After this many bytes of traces the garbage they left is collected. */
const BYTES = 8 * 1024 * 1024

/**
 * Keeps the command small beside a file that takes 200 MB: little of what an import makes is kept, but left to itself the heap grows by
 * another 100 MB before it is cleaned. 25 collections of some 20 ms for such a file. The server has other work and is left alone.
 */
export function smallHeap(): (bytes: number) => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  let since = 0
  return (bytes) => {
    since += bytes
    if (since < BYTES || typeof collect !== 'function') return
    since = 0
    collect()
  }
}
