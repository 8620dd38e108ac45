import { lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type FileToImport, fileOnDisk } from '../../features/traces/index.ts'
import { UsageError } from '../failure.ts'

type Found = { readonly path: string; readonly name: string }

/** Every file of the given paths, folders in order of name. Symbolic links inside a folder are not followed. */
export function listFiles(paths: readonly string[]): Found[] {
  return paths.flatMap((path) => {
    if (path === '-') return [{ path, name: 'stdin' }]
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) throw new UsageError(`There is no file or folder at ${path}.`)
    return stat.isDirectory() ? walk(path, path) : [{ path, name: basename(path) }]
  })
}

function walk(root: string, folder: string): Found[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((entry) => {
      const path = join(folder, entry)
      const stat = lstatSync(path)
      if (stat.isDirectory()) return walk(root, path)
      return stat.isFile() ? [{ path, name: relative(root, path) }] : []
    })
}

/** The files, opened when it is their turn; stdin is read at once. */
export async function* readFiles(found: readonly Found[], onFile: (name: string) => void): AsyncGenerator<FileToImport> {
  for (const { path, name } of found) {
    onFile(name)
    yield path === '-' ? { name, bytes: await buffer(process.stdin) } : fileOnDisk(name, path)
  }
}
