/** What the first bytes of a file say it is, when they say it. */
export type Magic = 'gzip' | 'zip' | 'zstd' | 'other'

type Signature = { readonly bytes: readonly number[]; readonly kind: Magic; readonly sentence: string }

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

const SIGNATURES: readonly Signature[] = [
  { bytes: [0x1f, 0x8b], kind: 'gzip', sentence: 'It is a gzip archive.' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'zip', sentence: 'It is a zip archive; unpack it and import the files in it.' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], kind: 'zip', sentence: 'It is an empty zip archive.' },
  {
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    kind: 'zstd',
    sentence: 'It is a zstd archive.',
  },
  { bytes: ascii('PAR1'), kind: 'other', sentence: 'It is a Parquet table; export its rows as JSONL and import that.' },
  {
    bytes: ascii('SQLite format 3\0'),
    kind: 'other',
    sentence: 'It is an SQLite database; export the traces in it as JSON and import those.',
  },
  { bytes: ascii('\x89PNG'), kind: 'other', sentence: 'It is a PNG image, not a trace.' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'other', sentence: 'It is a JPEG image, not a trace.' },
  { bytes: ascii('GIF8'), kind: 'other', sentence: 'It is a GIF image, not a trace.' },
  { bytes: ascii('RIFF'), kind: 'other', sentence: 'It is an image or sound file, not a trace.' },
  { bytes: ascii('%PDF-'), kind: 'other', sentence: 'It is a PDF document, not a trace.' },
  { bytes: ascii('BZh'), kind: 'other', sentence: 'It is compressed with bzip2; unpack it and import the result.' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], kind: 'other', sentence: 'It is compressed with xz; unpack it and import the result.' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], kind: 'other', sentence: 'It is a program, not a trace.' },
]

const PICKLE = 'It is a Python pickle. Pickles can run code when they are loaded, so they are never opened; save the data as JSON instead.'

/** The signature at the start of the bytes, or null. */
export function magicOf(bytes: Uint8Array): { kind: Magic; sentence: string } | null {
  const found = SIGNATURES.find((signature) => signature.bytes.every((byte, index) => bytes[index] === byte))
  if (found !== undefined) return found
  // Protocol 2 and later: PROTO, its number, and STOP as the last byte.
  const protocol = bytes[1] ?? 0
  if (bytes[0] === 0x80 && protocol >= 2 && protocol <= 5 && bytes.at(-1) === 0x2e) return { kind: 'other', sentence: PICKLE }
  return null
}
