/** Personal data: what is an ID number, a phone, an email or a bank account by its keyword leaves masked, by every call and for every role; revealing asks for
 *  a reason. A new call, form or field is looked at by itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import type { CallDocument, EntityDocument, FormField } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { fieldMask, type Masks, masksOf, personalPaths } from '../../../runtime/core/masking/personalFields.ts'
import { compileShape } from '../../../runtime/server/calls/operations/list.ts'
import { tableModels } from '../../../runtime/server/database/tableModel.ts'
import type { SelectedRows } from '../../../runtime/server/serverContext.ts'
import { readSheet } from '../readSheet.ts'
import { createWorld, MODELLING, type Reply, type World } from '../roadWorld.ts'
import { type Actor, createActors, createTargets, expected, inputFor, type Target } from './matrixWorld.ts'

/** Long enough that no mask shows the middle, short enough for a column of a phone. */
// no name of a place, which a list of time zones would find
const CANARY = 'CANARYBIRD'
const planted = (id: string) => `a.${CANARY}${id}@e.cn`

let world: World
let calls: CallDocument[]
let actors: Actor[]
let targets: Record<Target['name'], Target>
let masks: Masks
/** Signed in before the canary stands in their user names. */
const signedIn: Record<string, { token: string; id: string }> = {}

beforeAll(async () => {
  world = await createWorld()
  for (const role of ['organiser', 'participant', 'administrator']) {
    const token = await world.signIn(role)
    signedIn[role] = { token, id: (await world.call('api/usercenter/user', {}, token, 'GET')).data.id }
  }
  calls = [...world.server.deps.platform().documents.call.values()].filter(({ inner }) => !inner)
  masks = masksOf(world.server.deps.platform())
  targets = await createTargets(world)
  // what is masked depends on no role: one kind of object is enough
  actors = (await createActors(world, targets.own)).filter(({ scope }) => scope !== 'competition')
  for (const entity of world.server.deps.platform().documents.entity.values()) await plant(entity)
})
afterAll(() => world.close())

/** Puts the canary into every personal field of every row. */
async function plant(entity: EntityDocument): Promise<void> {
  const table = entity.id.replaceAll('.', '_')
  for (const [name, field] of Object.entries(entity.fields)) {
    // user names are masked where they look personal, which an address does
    if (field.mask !== undefined) await world.rows(`UPDATE "${table}" SET "${name}" = 'a.${CANARY}' || id || '@e.cn'`)
    if (field.form === undefined) continue
    for (const row of await world.rows(`SELECT id, "${field.form}" AS hash, "${name}" AS answers FROM "${table}"`)) {
      const version = row.hash && (await world.server.deps.services.forms.version(row.hash))
      if (version && row.answers)
        await world.rows(`UPDATE "${table}" SET "${name}" = $2 WHERE id = $1`, [
          row.id,
          JSON.stringify(withCanary(version.form.schema, row.answers, String(row.id))),
        ])
    }
  }
}

type Holder = Pick<FormField, 'properties' | 'items'>
function withCanary(holder: Holder, value: Record<string, unknown>, id: string): Record<string, unknown> {
  const kept = { ...value }
  for (const [name, field] of Object.entries(holder.properties ?? {})) {
    if (fieldMask(field, masks)) kept[name] = planted(id)
    else if (Array.isArray(kept[name]) && field.items?.properties)
      kept[name] = (kept[name] as Record<string, unknown>[]).map((row) => withCanary(field.items!, row, id))
    else if (field.properties && typeof kept[name] === 'object' && kept[name] !== null)
      kept[name] = withCanary(field, kept[name] as Record<string, unknown>, id)
  }
  return kept
}

let address = 0
async function ask(call: CallDocument, token: string | null, input: Record<string, unknown>): Promise<string> {
  const method = [call.method].flat()[0]!
  const rest = { ...input }
  const path = call.path!.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? '0'
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  address += 1
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const reply = await world.app.inject({
    method,
    url: `/${path}`,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'GET' ? { query } : { payload: rest }),
  })
  return reply.payload
}

/** As the thread of an export makes them. */
async function* shaped(call: CallDocument, { statement, revealed, scope, session }: SelectedRows) {
  const platform = world.server.deps.platform()
  const shape = compileShape(call, platform, { tables: tableModels(platform), revealed })
  yield await shape((await world.db.query(statement)).rows, scope, { session, forms: world.server.deps.services.forms })
}

function codesOf(access: CallDocument['access']): string[] {
  const permission = typeof access === 'object' ? access.permission : []
  return typeof permission === 'string' ? [permission] : Object.values(permission).flat()
}

/** Tell people of their own account. */
const OF_ONESELF = ['account.me', 'account.meOrNobody']

const REVEALS = (call: CallDocument) => call.operation?.kind === 'reveal'

describe('personal data', () => {
  it('[PRIVACY-1] leaves by no call that reads and in no export, whichever role asks', async () => {
    const leaks: string[] = []
    let answered = 0
    for (const call of calls.filter((each) => isRead(each) && !each.raw && !OF_ONESELF.includes(each.id)))
      for (const actor of actors.filter((each) => expected(world, call, each) === 'allowed')) {
        const text = await ask(call, actor.token, inputFor(world, call, targets.own))
        if (text.includes('"code":0')) answered += 1
        if (text.includes(CANARY)) leaks.push(`${call.id} by ${actor.name}`)
      }
    const { calls: runner, services } = world.server.deps
    for (const call of calls.filter(({ operation }) => operation?.kind === 'export'))
      for (const actor of actors.filter((each) => each.token !== null && expected(world, call, each) === 'allowed')) {
        const caller = { session: await services.sessions.resolve(actor.token!), lang: 'zh' as const }
        try {
          const source = await runner.rows(call.id, inputFor(world, call, targets.own), caller)
          for await (const page of 'pages' in source ? source.pages() : shaped(call, source))
            if (JSON.stringify(page).includes(CANARY)) leaks.push(`${call.id} by ${actor.name}`)
        } catch (error) {
          // rows that come from another call may be out of reach
          if (!(error instanceof AgonError) || error.code !== 'PERMISSION_DENIED') throw error
        }
      }
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(500)
  })

  it('[PRIVACY-10] is found by no part of it: a list searched for one answers as for nonsense', async () => {
    const found: string[] = []
    let asked = 0
    for (const call of calls.filter((each) => isRead(each) && !each.raw && 'search' in ((each.input?.properties ?? {}) as object)))
      for (const actor of actors.filter((each) => expected(world, call, each) === 'allowed')) {
        const [part, nonsense] = await Promise.all(
          [CANARY, 'QXZQXZ'].map((search) => ask(call, actor.token, { ...inputFor(world, call, targets.own), search })),
        )
        asked += 1
        if (part !== nonsense!) found.push(`${call.id} by ${actor.name}`)
      }
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(50)
  })

  it('[PRIVACY-11] is a user name that looks like a phone, an address or an ID number, in rows of the database and of handlers alike', async () => {
    const { token } = signedIn.administrator!
    const names = {
      '13912345678': '139****5678',
      '+86 139 1234 5678': '+86**********5678',
      'wei@agon.example': 'w**@agon.example',
      '11010519491231002x': '1101**********002x',
      'qian.wei': 'qian.wei',
      'team-2026': 'team-2026',
      '2026001': '2026001',
    }
    for (const [userName, shown] of Object.entries(names)) {
      const [{ id }] = await world.rows(`INSERT INTO account_user ("userName", name) VALUES ($1, '钱未') RETURNING id`, [userName])
      const member = { userId: String(id), organisationId: targets.own.organisationId }
      await world.rows('INSERT INTO organisation_member ("userId", "organisationId") VALUES ($1, $2)', Object.values(member))
      const members = await world.call(
        'api/usercenter/group/members',
        { organisationId: member.organisationId, sort: '-createdAt' },
        token,
        'GET',
      )
      const of = (list: { userId?: string; id: string; userName: string }[]) =>
        list.find((row) => (row.userId ?? row.id) === member.userId)!.userName
      expect(of(members.data.list)).toBe(shown)
      const accounts = await world.call('api/usercenter/user/list', { search: userName }, token, 'GET')
      expect(of(accounts.data.list)).toBe(shown)
    }
  })

  it('[PRIVACY-12] stays masked for who looks with somebody else’s rights, and is whole for its owner', async () => {
    const { token, id } = signedIn.administrator!
    const [{ userId }] = await world.rows(
      `SELECT "userId" FROM profile_profile WHERE email LIKE '%${CANARY}%' AND "userId" <> $1 LIMIT 1`,
      [id],
    )
    const own = { token: signedIn.participant!.token, id: signedIn.participant!.id }
    await world.rows(`INSERT INTO profile_profile ("userId", email) VALUES ($1, $2) ON CONFLICT ("userId") DO UPDATE SET email = $2`, [
      own.id,
      planted(own.id),
    ])
    const me = async (of: string) => JSON.stringify((await world.call('api/usercenter/user', {}, of, 'GET')).data)
    expect(await me(own.token)).toContain(CANARY)
    await world.rows(`UPDATE account_user SET "userName" = 'looked-at' WHERE id = $1`, [userId])
    expect((await world.call('api/usercenter/permission/seeAs', { account: 'looked-at' }, token)).code).toBe(0)
    const seen = await me(token)
    expect(seen).toContain('looked-at')
    expect(seen).not.toContain(CANARY)
    await world.call('api/usercenter/permission/endSeeing', {}, token)
  })

  it('[PRIVACY-2] is shown by the calls that reveal, to whom they are for', async () => {
    const admin = actors.find(({ role, scope }) => role === 'account.platformAdmin' && scope === null)!
    const dull: string[] = []
    // experts are shown by a call of their own
    const experts = await world.rows(
      `INSERT INTO account_grant ("userId", role) SELECT id, 'account.expert' FROM account_user WHERE email LIKE '%${CANARY}%' RETURNING id`,
    )
    for (const call of calls.filter(REVEALS)) {
      const entity = call.operation?.kind === 'reveal' ? call.operation.entity : ''
      const table = entity.replaceAll('.', '_')
      const fields = call.operation?.kind === 'reveal' ? call.operation.fields : []
      const where = fields.map((field) => `"${field}"::text LIKE '%${CANARY}%'`).join(' OR ')
      const [row] = await world.rows(`SELECT id FROM "${table}" WHERE ${where} ORDER BY id LIMIT 1`)
      // the own numbers are revealed by no id
      if (!row || !('id' in ((call.input?.properties ?? {}) as object))) continue
      const text = await ask(call, admin.token, { id: String(row.id), reason: '核对' })
      if (!text.includes(CANARY)) dull.push(`${call.id}: ${text.slice(0, 200)}`)
    }
    for (const { id } of experts) await world.rows('DELETE FROM account_grant WHERE id = $1', [id])
    expect(dull).toEqual([])
  })

  it('[PRIVACY-3] is a value whose input is checked by such a rule: the field that stores it is masked', () => {
    const open: string[] = []
    for (const { id, operation, input } of calls) {
      if (!operation || !('set' in operation) || !('entity' in operation)) continue
      const entity = world.server.deps.platform().get('entity', operation.entity)
      for (const [name, schema] of Object.entries((input?.properties ?? {}) as Record<string, FormField>))
        for (const [field, value] of Object.entries(operation.set ?? {}))
          if (fieldMask(schema, masks) && JSON.stringify(value) === JSON.stringify({ cel: `input.${name}` }))
            if (entity.fields[field]?.mask === undefined) open.push(`${id}: ${entity.id}.${field}`)
    }
    expect(open).toEqual([])
  })
})

describe('registrations', () => {
  let organiser: string
  let competitionId: string
  let row: { id: string; formHash: string; answers: Record<string, unknown> }
  const list = (answers: unknown, token = organiser): Promise<Reply<{ total: number }>> =>
    world.call('api/web/report/signUpMember', { competitionId, answers }, token)

  beforeAll(async () => {
    organiser = signedIn.organiser!.token
    competitionId = await world.competition(MODELLING)
    row = (await world.call('api/web/report/signUpMember', { competitionId }, organiser)).data.list[0]
  })

  it('[PRIVACY-4] are not found by a part of what is masked: not by the field, its group or a row of it', async () => {
    const version = await world.server.deps.services.forms.version(row.formHash)
    const paths = personalPaths(version!.form.schema, masks)
    expect(paths.length).toBeGreaterThan(3)
    const asked = paths.flatMap((path) => {
      const [first, ...rest] = path.split('.')
      return rest.length === 0 ? [path] : [first!, `${first}.0`, `${first}.0.${rest.join('.')}`, path]
    })
    for (const path of asked) {
      expect(await list({ [path]: { op: 'contains', value: '1' } })).toMatchObject({ error: 'FILTER_PERSONAL', details: { field: path } })
      expect((await list({ [path]: 'x' })).error).toBe('FILTER_PERSONAL')
    }
    expect((await list({ unknownField: 'x' })).code).toBe(0)
  })

  it('[PRIVACY-9] are named with the form version, so that no filter is offered by them', async () => {
    const competitionId = await world.competition(MODELLING)
    const { formHash } = (await world.call(`api/web/competition/btn/${competitionId}`, {}, null, 'GET')).data
    const { form, personal } = (await world.call(`api/platform/form/${formHash}`, {}, null, 'GET')).data
    const roots = new Set(personalPaths(form.schema, masks).map((path) => path.split('.')[0]))
    expect(new Set(personal)).toEqual(roots)
    expect(personal).toEqual(expect.arrayContaining(['captainPhone', 'captainEmail', 'members']))
  })
  it('[PRIVACY-5] are revealed one at a time, for a reason, and the log keeps who looked at what, and why', async () => {
    const reveal = (input: Record<string, unknown>, token: string | null = organiser) => world.call('api/web/signup/reveal', input, token)
    expect((await reveal({ id: row.id })).error).toBe('CALL_INPUT')
    expect((await reveal({ id: row.id, reason: '  ' })).error).toBe('CALL_INPUT')
    const shown = await reveal({ id: row.id, reason: '核对证件' })
    expect(JSON.stringify(shown.data.answers)).toContain(planted(row.id))
    expect(JSON.stringify(row.answers)).not.toContain(CANARY)
    const [entry] = await world.rows(
      `SELECT "actorName", reason, after, "competitionId"::text FROM platform_log WHERE call = 'signup.reveal' ORDER BY id DESC LIMIT 1`,
    )
    expect(entry).toEqual({
      actorName: expect.any(String),
      reason: '核对证件',
      after: { revealed: ['answers'] },
      competitionId,
    })
    const auditor = actors.find(({ role, scope }) => role === 'account.superiorAuditor' && scope === 'organisation')!
    expect((await reveal({ id: row.id, reason: '核对' }, auditor.token)).error).toBe('PERMISSION_DENIED')
  })

  it('[PRIVACY-6] are counted by phone and ID number in statistics, and nobody reads them there', async () => {
    const { questions } = (await world.call('api/web/report/signUpStatistics', { competitionId }, organiser)).data
    const personal = new Set(personalPaths((await world.server.deps.services.forms.version(row.formHash))!.form.schema, masks))
    const kinds = questions.filter(({ path }: { path: string }) => personal.has(path)).map(({ kind }: { kind: string }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['other']))
    const [path] = personal
    expect((await world.call('api/web/report/signUpStatistics', { competitionId, texts: path }, organiser)).error).toBe('CALL_INPUT')
  })

  it('[PRIVACY-7] are exported by who may download entrants, masked; for a reason in full, and the log keeps it', async () => {
    const order = (input: Record<string, unknown>, token: string) =>
      world.call('api/web/report/exportCompetitionSignUp', { competitionId, ...input }, token)
    const staff = actors.find(({ role }) => role === 'account.competitionStaff')!
    expect((await world.call('api/web/report/signUpMember', { competitionId }, staff.token!)).code).toBe(0)
    expect((await order({}, staff.token!)).error).toBe('PERMISSION_DENIED')
    const masked = await readSheet(world, (await order({}, organiser)).data.jobId, organiser)
    expect(JSON.stringify(masked)).not.toContain(CANARY)
    const whole = await readSheet(world, (await order({ reason: '办理保险' }, organiser)).data.jobId, organiser)
    expect(JSON.stringify(whole)).toContain(CANARY)
    expect(whole).toHaveLength(masked.length)
    const entries = await world.rows(
      `SELECT reason, after FROM platform_log WHERE call = 'signup.export' AND "competitionId" = $1 ORDER BY id DESC LIMIT 2`,
      [competitionId],
    )
    expect(entries).toEqual([
      { reason: '办理保险', after: { competitionId, revealed: true } },
      { reason: null, after: { competitionId } },
    ])
  })

  it('[PRIVACY-13] are exported in full by nobody who may only take out masked lists', async () => {
    const exports = calls.filter(({ operation }) => operation?.kind === 'export' && operation.export?.reveal)
    expect(exports.length).toBeGreaterThan(3)
    const [{ id: roleId }] = await world.rows(
      `INSERT INTO account_role (name, permissions, "organisationId") VALUES ('{"zh":"只导出","en":"Masked lists"}', $1, NULL) RETURNING id`,
      [JSON.stringify(exports.flatMap(({ access }) => codesOf(access)))],
    )
    const { id, token } = await world.newcomer()
    await world.rows(`INSERT INTO account_grant ("userId", role) VALUES ($1, $2)`, [id, `stored:${roleId}`])
    for (const call of exports) {
      const { reason } = call.operation?.kind === 'export' ? call.operation.export!.reveal! : { reason: '' }
      const input = inputFor(world, call, targets.own)
      expect(JSON.parse(await ask(call, token, input)).code, call.id).toBe(0)
      expect(JSON.parse(await ask(call, token, { ...input, [reason]: '办理保险' })), call.id).toMatchObject({ error: 'PERMISSION_DENIED' })
    }
  })

  it('[PRIVACY-8] are whole for the person who signed up, and for nobody who looks with that person’s rights', async () => {
    const { token: student, id } = signedIn.participant!
    const [own] = await world.rows(
      `SELECT r.id FROM signup_registration r WHERE r."userId" = $1 AND r.answers::text LIKE '%${CANARY}%' ORDER BY r.id LIMIT 1`,
      [id],
    )
    const mine = await world.call(`api/web/competition/signup/ownAnswers/${own.id}`, {}, student, 'GET')
    expect(JSON.stringify(mine.data.answers)).toContain(planted(String(own.id)))
  })
})
