/**
 * Where the application lives: `/`, or a folder behind a proxy. index.html says it once; everything else is relative to it.
 * A meta element, because the policy of the page forbids a base element (`base-uri 'none'`).
 */
export function baseUrl(): URL {
  const named = document.querySelector<HTMLMetaElement>('meta[name="touchstone-base"]')?.content
  return new URL(named ?? '/', document.location.origin)
}

/** The websocket's address beside the page. */
export function liveUrl(): string {
  const url = new URL('live', baseUrl())
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** For names in the browser's stores, which two installations on one host would otherwise share. */
export function storageName(what: string): string {
  return `touchstone:${baseUrl().pathname}:${what}`
}
