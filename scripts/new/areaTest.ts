/** The test of a new area, to be extended: it adds, lists, edits and deletes over HTTP, and holds the permission. */
import type { AreaField, NewArea } from '../../runtime/server/documents/area/area.ts'

/** @returns text of `tests/server/<area>/<area>.test.ts` */
export function areaTest({ name, fields }: Pick<NewArea, 'name' | 'fields'>): string {
  const item = fields.map((field) => `${field.name}: ${JSON.stringify(sampleOf(field))}`).join(', ')
  const refused = fields.some(({ required }) => required)
    ? `
  it('refuses a row without what is required', async () => {
    expect(await world.call('api/${name}', {}, staff)).toMatchObject({ error: 'CALL_INPUT' })
    expect((await list()).data.total).toBe(0)
  })
`
    : ''
  return `/** The area ${name}, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

const item = { ${item} }

let world: World
let staff: string
beforeAll(async () => {
  world = await createWorld()
  staff = await world.signIn('administrator')
})
afterAll(() => world?.close())

const list = (token: string | null = staff) => world.call('api/${name}', {}, token, 'GET')

describe('${name}', () => {${refused}
  it('is added, listed, edited and deleted', async () => {
    const added = await world.call('api/${name}', item, staff)
    // a field that became required since: give it a value in \`item\`
    expect(added).toMatchObject({ code: 0 })
    const { id } = added.data
    expect((await list()).data.list).toMatchObject([{ id, ...item }])
    expect(await world.call('api/${name}/edit', { id, ...item }, staff)).toMatchObject({ code: 0 })
    expect(await world.call('api/${name}/remove', { id }, staff)).toMatchObject({ code: 0 })
    expect((await list()).data.list).toEqual([])
  })

  it('is open to those alone who hold the permission', async () => {
    expect(await list(null)).toMatchObject({ error: 'SESSION_REQUIRED' })
    expect(await list(await world.signIn('participant'))).toMatchObject({ error: 'PERMISSION_DENIED' })
  })
})
`
}

function sampleOf({ type, codes, min, maxLength = 100 }: AreaField): string | number | boolean {
  if (codes) return codes[0]!.code
  if (type === 'integer' || type === 'number') return min ?? 1
  if (type === 'boolean') return true
  if (type === 'date') return '2026-03-01'
  if (type === 'datetime') return '2026-03-01T00:00:00.000Z'
  return 'Sample'.slice(0, maxLength)
}
