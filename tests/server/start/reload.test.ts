/** Documents that change on disk under a running server: in development they are taken up with their tables, else not at all. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, serverScope, type World } from '../roadWorld.ts'

let folder: string
let world: World
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agon-reload-'))
  mkdirSync(join(folder, 'schemas/trial'), { recursive: true })
  writeEntity('item', ['name'])
  world = await createWorld({ template: 'tables', overlays: [folder] })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

function write(name: string, kind: string, content: Record<string, unknown>): void {
  const document = { $schema: `../kinds/${kind}.schema.json`, id: `trial.${name}`, version: 1, title: { zh: name, en: name }, ...content }
  writeFileSync(join(folder, `schemas/trial/${name}.${kind}.json`), JSON.stringify(document))
}

/** With a call that adds a row of it. */
function writeEntity(name: string, fields: readonly string[]): void {
  const each = <T>(value: (field: string) => T) => Object.fromEntries(fields.map((field) => [field, value(field)]))
  write(name, 'entity', { fields: each(() => ({ type: 'string', maxLength: 20 })) })
  write(`${name}Add`, 'call', {
    method: 'POST',
    path: `api/trial/${name}`,
    access: 'signedIn',
    input: { type: 'object', additionalProperties: false, properties: each(() => ({ type: 'string', maxLength: 20 })) },
    operation: { kind: 'create', entity: `trial.${name}`, set: each((field) => ({ cel: `input.${field}` })) },
  })
}

async function publishTitle(): Promise<void> {
  const { deps } = world.server
  await deps.db.transaction().execute(async (db) => {
    const documents = deps.services.documentStore.bind(serverScope(world, db))
    await documents.saveDraft('enum', 'signup.step', { ...deps.platform().get('enum', 'signup.step'), title: { zh: '新', en: 'New' } })
    await documents.publish('enum', 'signup.step')
  })
  await expect.poll(() => deps.platform().get('enum', 'signup.step').title).toEqual({ zh: '新', en: 'New' })
}

describe('documents that change on disk', () => {
  it('[DEV-1] are served in development with the columns that they add', async () => {
    const { token } = await world.newcomer()
    writeEntity('item', ['name', 'colour'])
    await world.server.reloadPlatform()
    expect(await world.call('api/trial/item', { name: 'Tea', colour: 'green' }, token)).toMatchObject({ code: 0 })
    expect(await world.rows('SELECT name, colour FROM trial_item')).toEqual([{ name: 'Tea', colour: 'green' }])
  })

  it('[DEV-2] keep away from a running server when they would lose data, which goes on serving', async () => {
    const { token } = await world.newcomer()
    writeEntity('item', ['name'])
    await expect(world.server.reloadPlatform()).rejects.toMatchObject({ code: 'TABLE_CHANGE_LOSSY' })
    expect(await world.call('api/trial/item', { name: 'Ink', colour: 'blue' }, token)).toMatchObject({ code: 0 })
    writeEntity('item', ['name', 'colour'])
  })

  it('[DEV-3] with a handler that is not loaded yet hold back its call alone', async () => {
    const { token } = await world.newcomer()
    const input = { type: 'object', additionalProperties: false }
    write('ping', 'call', {
      method: 'GET',
      path: 'api/trial/ping',
      access: 'public',
      input,
      handler: 'trial.ping',
      output: { type: 'object' },
    })
    mkdirSync(join(folder, 'plugins/trial'), { recursive: true })
    writeFileSync(join(folder, 'plugins/trial/ping.handler.ts'), '')
    await world.server.reloadPlatform()
    expect(await world.call('api/trial/ping', {}, null, 'GET')).toMatchObject({ code: 500 })
    expect(await world.call('api/trial/item', { name: 'Pen', colour: 'red' }, token)).toMatchObject({ code: 0 })
    rmSync(join(folder, 'plugins'), { recursive: true })
    rmSync(join(folder, 'schemas/trial/ping.call.json'))
  })

  it('[STUDIO-40] stay out of what a publish brings: their tables are not there', async () => {
    writeEntity('other', ['name'])
    await publishTitle()
    const { entity, call } = world.server.deps.platform().documents
    expect([entity.has('trial.other'), call.has('trial.otherAdd')]).toEqual([false, false])
  })
})
