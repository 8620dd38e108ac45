/** Files as a person picks or drops them, folders opened, each with the path it is known by in the report. */
export type PickedFile = { path: string; file: File }

export function fromInput(files: FileList | null): PickedFile[] {
  return Array.from(files ?? [], (file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }))
}

/** What was dropped. The entries must be taken before the first await: the browser empties the list when the event ends. */
export async function fromDrop(data: DataTransfer | null): Promise<PickedFile[]> {
  const entries = Array.from(data?.items ?? [], (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return fromInput(data?.files ?? null)
  return (await Promise.all(entries.map((entry) => walk(entry)))).flat()
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isDirectory(entry)) return []
  const reader = entry.createReader()
  const files: PickedFile[] = []
  // A reader hands out at most 100 entries a time and says that it is done with an empty list.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return files
    for (const child of some) files.push(...(await walk(child)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** The list with more added; a path that comes again takes the place of the one before. */
export function added(before: readonly PickedFile[], more: readonly PickedFile[]): PickedFile[] {
  const paths = new Set(more.map((one) => one.path))
  return [...before.filter((one) => !paths.has(one.path)), ...more]
}
