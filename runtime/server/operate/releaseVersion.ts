import { readFileSync } from 'node:fs'

let version: string | undefined

/** The number of this release, as its package names it. */
export function releaseVersion(): string {
  version ??= (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version
  return version
}
