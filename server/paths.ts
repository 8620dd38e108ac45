import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json: two places up when compiled to `dist/server`, one when run from source. */
function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) throw new Error(`No package.json above ${from}.`)
  }
}

export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
export const clientDirectory = join(packageRoot, 'dist', 'client')
export const samplesDirectory = join(packageRoot, 'scripts', 'samples')
