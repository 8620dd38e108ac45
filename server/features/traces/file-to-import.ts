/** A file of an import. What lies on disk or in an archive is opened when it is its turn, and let go of afterwards. */
export type FileToImport = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly read: () => Uint8Array }
  /** It is known beforehand that it will not be read. */
  | { readonly refusal: string }
)

/** A file that can be read. */
export type ReadableFile = Exclude<FileToImport, { readonly refusal: string }>

export function bytesOf(file: ReadableFile): Uint8Array {
  return 'bytes' in file ? file.bytes : file.read()
}

export function isReadable(file: FileToImport): file is ReadableFile {
  return !('refusal' in file)
}
