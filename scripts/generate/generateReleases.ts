/** Documents -> `releases.txt`: a line more when the tables are others than those of the last line. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../runtime/core/platform.ts'
import { hashOfTables, RELEASES_FILE, readReleases } from '../../runtime/server/database/platformVersion.ts'

export function generateReleases(platform: Platform, root: string): string {
  const text = readFileSync(join(root, RELEASES_FILE), 'utf8')
  const hash = hashOfTables(platform)
  return readReleases(text).at(-1) === hash ? text : `${text.trimEnd()}\n${hash}\n`.trimStart()
}
