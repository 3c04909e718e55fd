/** Every permission code guards something: a call, a page, a step of a flow, a field, a menu entry, or a part of a handler. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, type World } from '../roadWorld.ts'

/** Of parts that the platform does not have: growth records. A code that
 *  gets its part leaves this list. */
const WITHOUT_PART: readonly string[] = ['manageGrowUp']

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

function guarding(): Set<string> {
  const { documents, app } = world.server.deps.platform()
  const asked = JSON.stringify([
    [...documents.call.values()].map(({ access, preview }) => [access, preview]),
    [...documents.page.values()].map(({ access }) => access),
    [...documents.flow.values()].map(({ transitions }) => transitions.map(({ permission }) => permission)),
    [...documents.entity.values()].map(({ fields }) => Object.values(fields).map(({ readers }) => readers)),
    [...documents.menu.values()],
    app.permissionRights,
  ])
  const handlers = globSync('plugins/**/*.ts', {
    cwd: PROJECT_DIRECTORY,
    exclude: (name) => /generated|demo|\.provider\.ts/.test(String(name)),
  })
  const code = handlers.map((file) => readFileSync(join(PROJECT_DIRECTORY, file), 'utf8')).join('\n')
  const codes = documents.enum.get(app.permissions)!.values.map((value) => String(value.code))
  return new Set(codes.filter((each) => asked.includes(`"${each}"`) || code.includes(`'${each}'`)))
}

it('[PERM-1] each permission code guards something, or belongs to a part that the platform does not have', () => {
  const { documents, app } = world.server.deps.platform()
  const guards = guarding()
  const idle = documents.enum
    .get(app.permissions)!
    .values.map((value) => String(value.code))
    .filter((code) => !guards.has(code))
  expect(idle.sort()).toEqual([...WITHOUT_PART].sort())
})

it('[PERM-2] a permission code is added, renamed and removed by who holds the code for it', async () => {
  const { assertCodeRights } = await import('../../../runtime/server/documents/assertCodeRights.ts')
  const platform = world.server.deps.platform()
  const codes = platform.get('enum', platform.app.permissions)
  const session = (held: string[]) => ({
    userId: '1',
    sessionId: '1',
    identity: null,
    name: null,
    grants: held.map((permission) => ({ permission, scope: null, objectId: null })),
  })
  const publish = (values: typeof codes.values, held: string[]) => () =>
    assertCodeRights(platform, [{ kind: 'enum', id: codes.id, content: { ...codes, values } }], session(['managePlatform', ...held]))
  const [first, ...rest] = codes.values
  const changes = {
    addPermission: [...codes.values, { code: 'newCode', label: { zh: '新', en: 'New' } }],
    editPermission: [{ ...first!, label: { zh: '改', en: 'Changed' } }, ...rest],
    delPermission: rest,
  }
  for (const [code, values] of Object.entries(changes)) {
    expect(publish(values, [])).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED', details: expect.objectContaining({ permission: code }) }),
    )
    expect(publish(values, [code])).not.toThrow()
  }
  expect(publish(codes.values, [])).not.toThrow()
})
