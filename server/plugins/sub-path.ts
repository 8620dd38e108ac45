/** Under a base path the app answers at both: a proxy may strip it from the address, or leave it there. */
export function withoutBase(url: string, basePath: string): string {
  return basePath !== '/' && url.startsWith(basePath) ? url.slice(basePath.length - 1) : url
}
