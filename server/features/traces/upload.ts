import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import type { Deps } from '../../deps.ts'
import { type FileToImport, fileOnDisk } from './file-to-import.ts'

type Limits = Deps['config']

/**
 * The files of an upload. An import looks at its files twice (some add to others), so they are put aside on disk, under numbers: the name
 * a file was sent with is data for the report and never reaches the file system. `act` runs while they are there.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  limits: Limits,
  act: (files: AsyncIterable<FileToImport>) => Promise<T>,
): Promise<T> {
  // Known before a byte is read, as a rule; then nothing at all is imported.
  if (Number(request.headers['content-length'] ?? 0) > limits.maxUploadBytes) throw uploadTooLarge(limits)
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-upload-'))
  try {
    return await act(uploaded(request, limits, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* uploaded(request: FastifyRequest, limits: Limits, folder: string): AsyncGenerator<FileToImport> {
  let received = 0
  let number = 0
  for await (const part of request.files({ preservePath: true, limits: { fileSize: limits.maxFileBytes, files: 10_000 } })) {
    const path = join(folder, String(number++))
    const written = createWriteStream(path)
    await pipeline(part.file, written)
    if (part.file.truncated) throw fileTooLarge(part.filename, limits)
    received += written.bytesWritten
    if (received > limits.maxUploadBytes) throw uploadTooLarge(limits)
    yield fileOnDisk(part.filename, path)
  }
}

function uploadTooLarge({ maxUploadBytes }: Limits): AppError {
  return new AppError(
    'too_large',
    `This upload is larger than ${maxUploadBytes.toLocaleString('en')} bytes, the limit for one upload here. Send fewer files at once, use the command line, or raise TOUCHSTONE_MAX_UPLOAD_BYTES.`,
  )
}

function fileTooLarge(name: string, { maxFileBytes }: Limits): AppError {
  return new AppError(
    'too_large',
    `"${name}" is larger than ${maxFileBytes.toLocaleString('en')} bytes, the limit for one file here. Split it, or raise TOUCHSTONE_MAX_FILE_BYTES. Files named before it were imported.`,
  )
}
