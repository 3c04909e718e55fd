/** The folders of the documents of `tests/fixtures/rooms`: those themselves, and the app document of a deployment whose roles are granted on houses too. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

const APP = 'schemas/platform/app.app.json'
let houses: string | undefined

export function roomsOverlays(): string[] {
  houses ??= appWithHouses()
  return [join(PROJECT_DIRECTORY, 'tests/fixtures/rooms'), houses]
}

function appWithHouses(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-test-houses-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const app = JSON.parse(readFileSync(join(PROJECT_DIRECTORY, APP), 'utf8'))
  const house = { entity: 'room.house', identity: app.scopes.organisation.identity }
  mkdirSync(join(folder, 'schemas/platform'), { recursive: true })
  writeFileSync(join(folder, APP), JSON.stringify({ ...app, scopes: { ...app.scopes, house } }))
  return folder
}
