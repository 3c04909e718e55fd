/** Every permission code guards something: a call, a page, a step of a flow, a field, a menu entry, or a part of a handler. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { holdsPermission } from '../../../runtime/core/permissions.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, type World } from '../roadWorld.ts'
import { requestCall } from './matrixWorld.ts'

/** Of parts that the platform does not have. A code that gets its part leaves this list. */
const WITHOUT_PART: readonly string[] = []

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

/** Codes that no call or page asks for by itself: what their holder can do with them, and why not alone. */
const NOT_ALONE: Readonly<Record<string, string>> = {
  addPermission: 'in a handler: adds a code when permission documents are published, [PERM-2]',
  editPermission: 'in a handler: renames a code, [PERM-2]',
  delPermission: 'in a handler: removes a code, [PERM-2]',
  editInvoice: 'in a handler: requests invoices over the orders of others, [INVOICE-4]',
  editTeamInfo: 'in a handler: changes teams within reach, [TEAM-6]',
  downAuthCompetitor: 'takes registrations out of the platform: only what one may read',
  downCompetitionMaterial: 'takes works out of the platform: only what one may read',
  downloadWorks: 'lets others download works: only those that one may read',
  dowAuthCompetitor: 'takes the people of teams out of the platform: only what one may read',
  mangerMaterials: 'shows what is masked: only in what one may read',
}

/** A person with one code everywhere, or with none. */
async function holder(code: string | null): Promise<string> {
  const { id, token } = await world.newcomer()
  if (code === null) return token
  const [role] = await world.rows(`INSERT INTO account_role (name, permissions) VALUES ('{"zh":"一项","en":"One"}', $1) RETURNING id`, [
    JSON.stringify([code]),
  ])
  await world.rows(`INSERT INTO account_grant ("userId", role) VALUES ($1, $2)`, [id, `stored:${role.id}`])
  return token
}

it('[PERM-3] who holds one code alone is let in where someone without it is refused: at a call, or at a page', async () => {
  const { documents, app } = world.server.deps.platform()
  const codes = documents.enum.get(app.permissions)!.values.map((value) => String(value.code))
  const opens = (access: CallDocument['access'], code: string) =>
    typeof access === 'object' && holdsPermission(new Set([code]), access.permission)
  const newcomer = await holder(null)
  // what every account may do is refused to visitors
  const byAll = new Set(documents.role.get('account.member')!.permissions)
  const shut: string[] = []
  for (const code of codes.filter((each) => !WITHOUT_PART.includes(each) && !(each in NOT_ALONE))) {
    const token = await holder(code)
    // never right: whoever is let in is told about the input, and nothing happens
    const asks = [...documents.call.values()]
      .filter(({ inner, access }) => !inner && opens(access, code))
      .map((call) => (by: string | null) => requestCall(world, call, { token: by }, { 'the input is never right': true }))
    const pages = [...documents.page.values()]
      .filter(({ access }) => opens(access, code))
      .map((page) => (by: string | null) => requestCall(world, documents.call.get('platform.page')!, { token: by }, { id: page.id }))
    const first = asks[0] ?? pages[0]
    const [refused, stranger] = byAll.has(code) ? ['SESSION_REQUIRED', null] : ['PERMISSION_DENIED', newcomer]
    const verdicts = first && [(await first(token)).error, (await first(stranger)).error]
    if (!verdicts || verdicts[0] === refused || verdicts[1] !== refused) shut.push(`${code}: ${String(verdicts)}`)
  }
  expect(shut).toEqual([])
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
