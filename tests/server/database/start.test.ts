/** Starting on a database: tables are made once, by whoever comes first; additions happen by themselves; what would lose data stops the start. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EntityDocument } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { type MigrateOptions, migrateDatabase } from '../../../runtime/server/database/migrateDatabase.ts'
import { createPlatformSource } from '../../../runtime/server/loadPlatform.ts'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { roomsOverlays } from '../../harness/roomsOverlays.ts'

let original: Platform
let database: TestDatabase
let folder: string
let client: pg.Client

beforeAll(async () => {
  original = withEntitiesOf('room.', (await createPlatformSource([PROJECT_DIRECTORY, ...roomsOverlays()], {})).platform())
})
beforeEach(async () => {
  database = await createDatabase('empty')
  folder = mkdtempSync(join(tmpdir(), 'agon-migrations-'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const migrate = (platform: Platform = original, more: Partial<MigrateOptions> = {}) =>
  migrateDatabase({ databaseUrl: database.url, projectDirectory: folder, platform, ...more })

/** The platform with another version of the entity `room.room`. */
function withRoom(change: (fields: EntityDocument['fields']) => void): Platform {
  const room = structuredClone(original.get('entity', 'room.room'))
  change(room.fields)
  // what is searched goes with its field
  room.search = room.search?.filter((name) => room.fields[name])
  return withEntities(new Map([...original.documents.entity, [room.id, room] as const]), original)
}

/** Tables of an area and of the kernel, and those that they name: all others would only be made and dropped again for each test. */
function withEntitiesOf(area: string, platform: Platform): Platform {
  const all = platform.documents.entity
  const ids = new Set([...all.keys()].filter((id) => id.startsWith(area) || id.startsWith('platform.')))
  // a set that grows while it is walked is walked to its end
  for (const id of ids) for (const { entity } of Object.values(all.get(id)!.fields)) if (entity) ids.add(entity)
  return withEntities(new Map([...all].filter(([id]) => ids.has(id))), platform)
}

function withEntities(entity: ReadonlyMap<string, EntityDocument>, platform: Platform): Platform {
  return {
    ...platform,
    documents: { ...platform.documents, entity },
    get: ((kind: never, id: string) => (kind === 'entity' ? entity.get(id) : platform.get(kind, id))) as Platform['get'],
  }
}

async function addRoom(): Promise<void> {
  await client.query(`INSERT INTO room_house (name) VALUES ('North')`)
  await client.query(`INSERT INTO room_room ("houseId", name, seats, label) SELECT id, 'Blue', 3, '{"en":"Blue"}' FROM room_house`)
}

describe('two processes at once', () => {
  it('make every table once', async () => {
    const done = await Promise.all([migrate(), migrate(), migrate()])
    expect(done.filter((changes) => changes.length > 0)).toHaveLength(1)
    const { rows } = await client.query(`SELECT count(*)::int AS n FROM platform_table`)
    expect(rows[0].n).toBe(original.documents.entity.size)
  })

  it('find nothing to do afterwards', async () => {
    await migrate()
    expect(await migrate()).toEqual([])
  })
})

describe('an addition', () => {
  it('of a field, a default, an index and a looser rule happens by itself and keeps the rows', async () => {
    await migrate()
    await addRoom()
    const changed = withRoom((fields) => {
      fields.nickname = { type: 'string' }
      fields.floor = { type: 'integer', required: true, default: 2 }
      fields.name = { ...fields.name!, maxLength: 80 }
      fields.ownerId = { type: 'ref', entity: 'room.house' }
      fields.seats = { type: 'number', required: true, min: 0 }
    })
    await migrate(changed)
    const { rows } = await client.query('SELECT name, floor, nickname, seats FROM room_room')
    expect(rows).toEqual([{ name: 'Blue', floor: 2, nickname: null, seats: 3 }])
    expect(await migrate(changed)).toEqual([])
  })

  it('of a value to an enum lets the rows in', async () => {
    await migrate()
    await addRoom()
    await expect(client.query(`UPDATE room_room SET kind = 'cave'`)).rejects.toThrow('violates check constraint')
  })
})

describe('a change that would lose data', () => {
  it.each([
    [
      'a field is gone',
      (fields: EntityDocument['fields']) => void delete fields.label,
      'field label is gone (or renamed)',
      'DROP COLUMN "label"',
    ],
    [
      'a type is narrowed',
      (fields: EntityDocument['fields']) => void Object.assign(fields, { name: { type: 'integer', required: true } }),
      'name: type text becomes integer',
      'TYPE integer',
    ],
    [
      'a field is required without a default',
      (fields: EntityDocument['fields']) => void Object.assign(fields, { code: { type: 'string', required: true } }),
      'new required field code without a default',
      'ADD COLUMN "code" text',
    ],
    [
      'an empty field is required now',
      (fields: EntityDocument['fields']) => void Object.assign(fields, { openAt: { type: 'datetime', required: true } }),
      'openAt: required now',
      'SET "openAt" =',
    ],
    [
      'a rule is broken by a row',
      (fields: EntityDocument['fields']) => void Object.assign(fields, { seats: { ...fields.seats!, min: 10 } }),
      'rule CHECK ("seats" >= 10)',
      'room_room',
    ],
  ])('stops the start when %s, and changes nothing', async (_what, change, reported, sql) => {
    await migrate()
    await addRoom()
    const lossy = withRoom((fields) => {
      fields.added = { type: 'string' }
      change(fields)
    })
    const refused = await migrate(lossy).catch(
      (error: unknown) => error as { code: string; message: string; details: { changes: { change: string; migration: string }[] } },
    )
    expect(refused).toMatchObject({ code: 'TABLE_CHANGE_LOSSY' })
    const { message, details } = refused as Exclude<typeof refused, string[]>
    expect(details.changes).toHaveLength(1)
    expect(details.changes[0]?.change).toContain(reported)
    expect(message).toContain('plugins/migrations/0001-')
    expect(message).toContain(sql)
    const { rows } = await client.query(
      `SELECT column_name FROM information_schema.columns WHERE table_name = 'room_room' AND column_name = 'added'`,
    )
    expect(rows).toEqual([])
  })

  const priceColumns = async () =>
    (await client.query(`SELECT 1 FROM information_schema.columns WHERE table_name = 'room_room' AND column_name = 'price'`)).rowCount

  it('[UPGRADE-1] drops nothing by itself, even what is empty: it says which and how, and does it when it is told to', async () => {
    await migrate()
    const without = withRoom((fields) => void delete fields.price)
    const refused = await migrate(without).catch((error: unknown) => error as { code: string; message: string })
    expect(refused).toMatchObject({ code: 'TABLE_CHANGE_LOSSY' })
    expect((refused as { message: string }).message).toMatch(/room_room: field price is gone[\s\S]*npm start -- --allow-drop/)
    expect(await priceColumns()).toBe(1)
    expect(await migrate(without, { isTrial: true, allowDrop: true })).toContain('room_room: field price is gone (or renamed)')
    expect(await priceColumns()).toBe(1)
    await migrate(without, { allowDrop: true })
    expect(await priceColumns()).toBe(0)
  })
})

describe('a database that a newer release has prepared', () => {
  const version = async () => (await client.query(`SELECT value FROM platform_state WHERE name = 'version'`)).rows[0].value
  const newer = 'f'.repeat(16)
  const prepare = (beside: string[]) =>
    client.query(`UPDATE platform_state SET value = $1 WHERE name = 'version'`, [JSON.stringify({ tables: newer, beside })])

  it('[UPGRADE-2] is refused and left as it is, by its tables and by a migration that is unknown here', async () => {
    await migrate()
    await client.query('ALTER TABLE room_room ADD COLUMN added text')
    const { tables } = await version()
    await prepare([newer])
    await expect(migrate(original, { allowDrop: true })).rejects.toMatchObject({ code: 'DATABASE_NEWER' })
    await client.query(`UPDATE platform_state SET value = $1 WHERE name = 'version'`, [JSON.stringify({ tables, beside: [tables] })])
    await client.query(`INSERT INTO platform_migration (source, name, hash) VALUES ('product', '9999-later.sql', '')`)
    await expect(migrate(original, { allowDrop: true })).rejects.toThrow(/newer release.*9999-later\.sql/)
    await client.query('SELECT added FROM room_room')
  })

  it('[UPGRADE-3] is used without a change when that one lets this one run beside it, and refused when something it needs is gone', async () => {
    await migrate()
    const { tables } = await version()
    await client.query('ALTER TABLE room_room ADD COLUMN added text')
    await prepare([tables, newer])
    expect(await migrate()).toEqual([])
    expect(await version()).toEqual({ tables: newer, beside: [tables, newer] })
    await client.query('ALTER TABLE room_room DROP COLUMN price')
    await expect(migrate()).rejects.toThrow(/newer release.*price/)
  })

  it('[UPGRADE-4] names as able to run beside it only releases to whose tables something was added', async () => {
    await migrate()
    const { tables } = await version()
    const older = '0'.repeat(16)
    const asOlder = () =>
      client.query(`UPDATE platform_state SET value = $1 WHERE name = 'version'`, [JSON.stringify({ tables, beside: [older, tables] })])
    await asOlder()
    await migrate(withRoom((fields) => Object.assign(fields, { nickname: { type: 'string' } })))
    expect((await version()).beside).toEqual([older, tables])
    await migrate(withRoom((fields) => Object.assign(fields, { nickname: { type: 'string', maxLength: 20 } })))
    expect((await version()).beside).toEqual([tables])
  })
})

describe('a table that someone uses', () => {
  it('[UPGRADE-5] is waited for in turns, in which others pass; the wait says for whom; then the change is made', async () => {
    await migrate()
    const idle = new pg.Client({ connectionString: database.url, application_name: 'someone' })
    await idle.connect()
    await idle.query('BEGIN')
    await idle.query('SELECT FROM room_room')
    const notes: string[] = []
    const changed = withRoom((fields) => Object.assign(fields, { nickname: { type: 'string' } }))
    const migrating = migrate(changed, { note: (line) => notes.push(line) })
    await expect.poll(() => notes[0]).toMatch(/wait for other sessions.*someone, idle in transaction.*room_room/)
    await client.query('SELECT FROM room_room')
    await idle.query('ROLLBACK')
    await idle.end()
    expect(await migrating).toContain('room_room: new column nickname')
  })
})

describe('a numbered migration', () => {
  const write = (name: string, sql: string) => {
    mkdirSync(join(folder, 'plugins/migrations'), { recursive: true })
    writeFileSync(join(folder, 'plugins/migrations', name), sql)
  }

  it('makes the way for a lossy change, once', async () => {
    await migrate()
    await addRoom()
    write('0001-rename-seats.sql', 'ALTER TABLE room_room RENAME COLUMN seats TO places')
    const renamed = withRoom((fields) => {
      fields.places = fields.seats!
      delete fields.seats
      fields.free = { type: 'integer', computed: { cel: 'row.places - row.taken' } }
    })
    const room = renamed.get('entity', 'room.room')
    Object.assign(room, { checks: [], indexes: [] })
    expect(await migrate(renamed)).toContain('migration 0001-rename-seats.sql')
    expect((await client.query('SELECT places FROM room_room')).rows).toEqual([{ places: 3 }])
    expect(await migrate(renamed)).toEqual([])
  })

  it('is recorded, not run, on a new database', async () => {
    write('0001-old.sql', 'this is not even SQL')
    await migrate()
    expect((await client.query(`SELECT name FROM platform_migration WHERE source = 'product'`)).rows).toEqual([{ name: '0001-old.sql' }])
  })

  it('that was changed after it ran stops the start', async () => {
    write('0001-a.sql', 'SELECT 1')
    await migrate()
    write('0001-a.sql', 'SELECT 2')
    await expect(migrate()).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' })
  })
})
