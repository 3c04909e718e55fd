/** What entities declare of their values is held by the database, and by each call that takes them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityField, JsonSchema } from '../../../runtime/core/documents.ts'
import { migrateDatabase } from '../../../runtime/server/database/migrateDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world?.close())

const TEXTS = ['string', 'text', 'secret']

describe('a declared limit', () => {
  it('[LIMIT-1] of a field is held by the database: its border is taken, one beyond is not', async () => {
    const wrong: string[] = []
    for (const { id, fields } of world.server.deps.platform().documents.entity.values())
      for (const [name, field] of Object.entries(fields)) {
        if (field.computed) continue
        const [inside, beyond] = borders(field)
        if (inside.length === 0 && beyond.length === 0) continue
        const rules = await rulesOf(id.replace('.', '_'), name)
        const type = field.type === 'localText' ? 'jsonb' : TEXTS.includes(field.type) ? 'text' : 'numeric'
        const holds = async (value: string) =>
          (await world.rows(`SELECT ${rules} AS held FROM (SELECT $1::${type} AS "${name}") AS one`, [value]))[0].held !== false
        for (const value of inside) if (!(await holds(value))) wrong.push(`${id}.${name} refuses ${value.slice(0, 20)}`)
        for (const value of beyond) if (await holds(value)) wrong.push(`${id}.${name} takes ${value.slice(0, 20)}`)
      }
    expect(wrong).toEqual([])
  })

  it('[LIMIT-2] of a field is never smaller than that of a call which sets it', () => {
    const wrong: string[] = []
    const { call, entity } = world.server.deps.platform().documents
    for (const { id, operation, input } of call.values()) {
      if (operation?.kind !== 'create' && operation?.kind !== 'update') continue
      for (const [name, value] of Object.entries(operation.set ?? {})) {
        const cel = (value as { cel?: string } | null)?.cel ?? ''
        const own = (input?.properties as Record<string, JsonSchema> | undefined)?.[/^input\.(\w+)$/.exec(cel)?.[1] ?? '']
        const field = entity.get(operation.entity)?.fields[name]
        if (!own || field?.maxLength === undefined) continue
        const parts = field.type === 'localText' ? Object.values((own.properties ?? {}) as Record<string, JsonSchema>) : [own]
        for (const { maxLength } of parts) if (typeof maxLength === 'number' && maxLength > field.maxLength) wrong.push(`${id}: ${name}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('[LIMIT-3] of an input is held over HTTP: one beyond is refused in its place, with its reason', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const { id, method, path, input, raw, upload } of world.server.deps.platform().documents.call.values()) {
      const limited = Object.entries((input?.properties ?? {}) as Record<string, JsonSchema>).filter(
        ([name, { maxLength, pattern, type }]) =>
          typeof maxLength === 'number' && type === 'string' && !pattern && !path?.includes(`:${name}`),
      )
      if (!path || raw || upload || limited.length === 0 || ![method].flat().includes('POST')) continue
      const beyond = Object.fromEntries(limited.map(([name, { maxLength }]) => [name, '长'.repeat(Number(maxLength) + 1)]))
      const { error, details, message } = await world.call(path.replaceAll(/:\w+/g, '1'), beyond, admin)
      // calls that the administrator may not use, or that ask for more before they read their input
      if (error !== 'CALL_INPUT') continue
      tried += 1
      const places = (details?.errors ?? []).map((each: { path: string }) => each.path)
      for (const [name] of limited) if (!places.includes(`/${name}`)) wrong.push(`${id}: ${name}`)
      if (!message?.startsWith('填写的内容有误：')) wrong.push(`${id}: ${message}`)
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(100)
  })

  it('[LIMIT-4] of a text in two languages that stored rows exceed waits, is told at each start, and is held once they are corrected', async () => {
    const [rule] = await world.rows(
      `SELECT conname, pg_get_constraintdef(oid) AS held FROM pg_constraint WHERE conrelid = 'organisation_organisation'::regclass AND conname LIKE 'organisation_organisation_name_rule%'`,
    )
    const limited = () => world.rows(`SELECT FROM pg_constraint WHERE conname = $1`, [rule.conname])
    await world.rows(`ALTER TABLE organisation_organisation DROP CONSTRAINT "${rule.conname}"`)
    const [row] = await world.rows(`SELECT id, name FROM organisation_organisation ORDER BY id LIMIT 1`)
    await world.rows(`UPDATE organisation_organisation SET name = jsonb_set(name, '{zh}', to_jsonb(repeat('长', 300))) WHERE id = $1`, [
      row.id,
    ])
    const start = () =>
      migrateDatabase({ databaseUrl: world.databaseUrl, projectDirectory: PROJECT_DIRECTORY, platform: world.server.deps.platform() })
    expect((await start()).filter((line) => line.startsWith('organisation_organisation'))).toEqual([
      expect.stringContaining('not held yet'),
    ])
    expect(await limited()).toHaveLength(0)
    await world.rows(`UPDATE organisation_organisation SET name = $2 WHERE id = $1`, [row.id, row.name])
    expect((await start()).filter((line) => line.includes('not held yet'))).toEqual([])
    expect(await limited()).toHaveLength(1)
  })
})

/** Values at the borders, and one beyond each. */
function borders({ type, maxLength, min, max }: EntityField): [inside: string[], beyond: string[]] {
  const local = (zh: number, en: number) => JSON.stringify({ zh: '长'.repeat(zh), en: 'x'.repeat(en) })
  const inside: string[] = []
  const beyond: string[] = []
  if (maxLength !== undefined && type === 'localText') {
    inside.push(local(maxLength, maxLength))
    beyond.push(local(maxLength + 1, 1), local(1, maxLength + 1))
  } else if (maxLength !== undefined && TEXTS.includes(type)) {
    inside.push('长'.repeat(maxLength))
    beyond.push('长'.repeat(maxLength + 1))
  }
  if (typeof min === 'number') {
    inside.push(String(min))
    beyond.push(String(min - 1))
  }
  if (typeof max === 'number') {
    inside.push(String(max))
    beyond.push(String(max + 1))
  }
  return [inside, beyond]
}

/** The checks of one column alone, as one condition. */
async function rulesOf(table: string, column: string): Promise<string> {
  const found = await world.rows(
    `SELECT pg_get_expr(conbin, conrelid) AS rule FROM pg_constraint
     WHERE conrelid = to_regclass($1) AND contype = 'c' AND conkey = ARRAY[(
       SELECT attnum FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2)]`,
    [`"${table}"`, column],
  )
  return found.map(({ rule }) => `(${rule})`).join(' AND ') || 'TRUE'
}
