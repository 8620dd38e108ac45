export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array }

const BOUNDARY = 'touchstone-test-boundary'

/** The body a browser sends for chosen files. */
export function multipart(files: readonly UploadedFile[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = files.flatMap(({ name, bytes }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  const payload = Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': String(payload.length) } }
}
