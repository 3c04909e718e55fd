/** Every call of the platform by every role: on the own competition, another of the same organiser, one of another organiser, and without a token.
 *  What is expected follows from the declared access; the tables below name what a document cannot say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { AgonError } from '../../../runtime/core/errors.ts'
import { sharedOwners } from '../../../runtime/server/calls/ownedReference.ts'
import { type Reply, serverScope, type World } from '../roadWorld.ts'
import { edgeInputs, wholeInput } from './edgeInputs.ts'
import { type Actor, createMatrix, expected, inputFor, isInReach, NO_ID, namesObjects, requestCall, type Target } from './matrixWorld.ts'

/** What a call answers beside refusals when it is allowed but its input is not (the kernel reads a file before it looks at the rest). */
const NOT_THE_INPUT = 'the input is never right'

let world: World
let calls: CallDocument[]
let actors: Actor[]
let targets: Record<Target['name'], Target>
let foreignForm = ''

beforeAll(async () => {
  ;({ world, calls, actors, targets } = await createMatrix())
})
afterAll(() => world.close())

async function ask(call: CallDocument, actor: Actor, input: Record<string, unknown>): Promise<Reply<unknown>> {
  return requestCall(world, call, actor, input)
}

/** A reply without the ids that were asked for. */
function reported({ code, error, data }: Reply<unknown>, input: Record<string, unknown>): string {
  const ids = Object.values(input)
    .flat()
    .filter((value) => typeof value === 'string' && /^\d+$/.test(value))
  return ids.reduce<string>((text, id) => text.replaceAll(`"${id}"`, '"ID"'), JSON.stringify({ code, error, data }))
}

function isExport({ operation }: CallDocument): boolean {
  return operation?.kind === 'export'
}

/** Counts and contents of all tables but those that requests themselves fill, and the seals of the log, which a timer writes. */
/** A job fills them whenever it comes round. */
const FIGURES = [
  'entry',
  'place',
  'known',
  'schoolSum',
  'schoolYearSum',
  'regionSum',
  'awardSum',
  'competitionSum',
  'schoolCompetitionSum',
].map((name) => `data_${name}`)

async function fingerprint(): Promise<Record<string, string>> {
  const tables = await world.rows(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name NOT IN ('account_attempt', 'account_session', 'platform_rate', 'platform_securityEvent', 'platform_seal') AND NOT table_name = ANY ($1) ORDER BY 1`,
    [FIGURES],
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await world.rows(
      `SELECT count(*) || ':' || COALESCE(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print FROM "${name}" t
       ${name === 'platform_outbox' ? `WHERE template NOT LIKE 'security.%'` : ''}`,
    )
    prints[name] = row.print
  }
  return prints
}

describe('the access matrix', () => {
  it('[T4-1] refuses every call to whom its access does not name, whatever the input, and lets the others in', async () => {
    const wrong: string[] = []
    for (const call of calls)
      for (const actor of actors) {
        // never right: whoever is let in is told about the input, and nothing happens
        const { error } = await ask(call, actor, { [NOT_THE_INPUT]: true })
        const verdict = error === 'SESSION_REQUIRED' ? 'signIn' : error === 'PERMISSION_DENIED' ? 'denied' : 'allowed'
        if (verdict !== expected(world, call, actor)) wrong.push(`${call.id} by ${actor.name}: ${verdict} (${error ?? 'ok'})`)
      }
    expect(wrong).toEqual([])
  })

  it('[T4-2] an object out of reach answers as one that does not exist, for reads and writes, and nothing is written', async () => {
    const before = await fingerprint()
    const wrong: string[] = []
    let compared = 0
    for (const call of calls.filter(
      (each) => typeof each.access === 'object' && each.access.within && namesObjects(each) && !each.raw && !isExport(each),
    ))
      for (const actor of actors.filter((each) => expected(world, call, each) === 'allowed')) {
        const absent = inputFor(world, call, targets.none)
        const nothing = reported(await ask(call, actor, absent), absent)
        for (const target of [targets.sibling, targets.foreign].filter((each) => !isInReach(world, call, actor, each))) {
          const input = inputFor(world, call, target)
          const reply = reported(await ask(call, actor, input), input)
          compared += 1
          if (reply !== nothing) wrong.push(`${call.id} by ${actor.name} on ${target.name}: ${reply} instead of ${nothing}`)
        }
      }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(50)
    expect(await fingerprint()).toEqual(before)
  })

  it('[T4-7] an export holds no row out of reach', async () => {
    const { calls: runner, services } = world.server.deps
    const wrong: string[] = []
    for (const call of calls.filter(isExport))
      for (const actor of actors.filter((each) => each.scope !== null && expected(world, call, each) === 'allowed')) {
        const caller = { session: await services.sessions.resolve(actor.token!), lang: 'zh' as const }
        for (const target of [targets.own, targets.sibling, targets.foreign]) {
          let count = 0
          try {
            const source = await runner.rows(call.id, inputFor(world, call, target), caller)
            if ('statement' in source) count = (await world.db.query(source.statement)).rows.length
            else for await (const page of source.pages()) count += page.length
          } catch (error) {
            // one whose rows come from another call refuses what is out of reach
            if (!(error instanceof AgonError) || !['PERMISSION_DENIED', 'NOT_FOUND'].includes(error.code)) throw error
          }
          const ruling = rulingOf(call)
          const mayRead = expected(world, ruling, actor) === 'allowed' && isInReach(world, ruling, actor, target)
          // what another call rules may have no rows of the place
          if (ruling === call ? count > 0 !== mayRead : count > 0 && !mayRead) wrong.push(`${call.id} by ${actor.name} on ${target.name}`)
        }
      }
    expect(wrong).toEqual([])
  })

  it('[T4-3] an object within reach answers otherwise: the comparison above has something to leak', async () => {
    const silent: string[] = []
    for (const call of calls.filter(
      (each) => typeof each.access === 'object' && each.access.within && isRead(each) && each.operation && !each.raw,
    )) {
      const filter = call.operation && 'filter' in call.operation ? (call.operation.filter ?? {}) : {}
      const required = [...((call.input?.required ?? []) as string[]), ...Object.keys(filter).filter((name) => filter[name]!.op === 'is')]
      if (!required.some((name) => /Id$|^id$/.test(name))) continue
      const actor = actors.find(
        (each) => each.scope !== null && expected(world, call, each) === 'allowed' && isInReach(world, call, each, targets.own),
      )
      const input = inputFor(world, call, targets.own)
      if (!actor || Object.values(input).includes(NO_ID)) continue
      const absent = inputFor(world, call, targets.none)
      if (reported(await ask(call, actor, input), input) === reported(await ask(call, actor, absent), absent)) silent.push(call.id)
    }
    expect(silent).toEqual([])
  })

  it("[T4-4] a person's own rows answer to others as if they did not exist", async () => {
    const participant = actors.find(({ name }) => name === 'participant')!
    const { entity } = world.server.deps.platform().documents
    const me = (await world.server.deps.services.sessions.resolve(participant.token!)).userId
    const wrong: string[] = []
    const before = await fingerprint()
    for (const call of calls.filter((each) => each.access !== 'public' && !each.raw && expected(world, each, participant) === 'allowed')) {
      const owned = call.operation && 'entity' in call.operation ? call.operation.entity : call.log ? call.log.entity : undefined
      if (!owned || !entity.get(owned)?.owner || !(call.input?.properties as Record<string, unknown> | undefined)?.id) continue
      const { owner } = entity.get(owned)!
      const [row] = await world.rows(`SELECT id FROM "${owned.replaceAll('.', '_')}" WHERE "${owner}" <> $1 ORDER BY id LIMIT 1`, [me])
      if (!row) continue
      const [input, absent] = [String(row.id), NO_ID].map((id) => ({ ...inputFor(world, call, targets.foreign), id }))
      const [reply, nothing] = [
        reported(await ask(call, participant, input!), input!),
        reported(await ask(call, participant, absent!), absent!),
      ]
      if (reply !== nothing) wrong.push(`${call.id}: ${reply} instead of ${nothing}`)
    }
    expect(wrong).toEqual([])
    expect(await fingerprint()).toEqual(before)
  })

  it('[T4-5] a call bound to objects knows every kind of object on which its permission is granted', () => {
    const { documents, app } = world.server.deps.platform()
    const missing = calls.flatMap(({ id, access }) => {
      if (typeof access !== 'object' || !access.within) return []
      const named = new Set(access.within.flatMap(({ scope }) => [scope, app.scopes?.[scope]?.in?.scope]))
      const codes =
        typeof access.permission === 'string' ? [access.permission] : Object.values(access.permission as Record<string, string[]>).flat()
      const granted = new Set(
        [...documents.role.values()]
          .filter((role) => codes.some((code) => role.permissions.includes(code)))
          .flatMap(({ scopes }) => scopes),
      )
      return [...granted].filter((scope) => !named.has(scope) && mayName(id, scope)).map((scope) => `${id}: ${scope}`)
    })
    expect(missing).toEqual([])
  })

  it('[T4-6] a session that only looks can use no write but those that end the view', async () => {
    const admin = await world.signIn('administrator')
    await world.call('api/usercenter/permission/seeAs', { role: 'account.platformAdmin' }, admin)
    const actor: Actor = { name: 'seeing', token: admin, role: 'account.platformAdmin', scope: null, objectId: null }
    const open: string[] = []
    for (const call of calls.filter((each) => !isRead(each) && !each.upload)) {
      const { error } = await ask(call, actor, { [NOT_THE_INPUT]: true })
      if (error !== 'LOOKING_ONLY') open.push(call.id)
    }
    expect(open.toSorted()).toEqual(['account.endSeeing', 'account.signOut'])
  })
})

describe('several objects in one input', () => {
  it('[WITHIN-4] have to be within reach each: one of them does not open what the others name', async () => {
    const wrong: string[] = []
    const asked = new Set<string>()
    for (const call of calls.filter((each) => each.handler !== undefined || each.operation?.kind === 'create')) {
      const names = Object.keys((call.input?.properties ?? {}) as object)
      const bound = typeof call.access === 'object' ? (call.access.within ?? []).map(({ field }) => field) : []
      const fields = bound.filter((field) => names.includes(field))
      if (fields.length < 2 || call.raw) continue
      const own = inputFor(world, call, targets.own, fields)
      const other = inputFor(world, call, targets.foreign, fields)
      for (const actor of actors.filter((each) => each.scope !== null && expected(world, call, each) === 'allowed'))
        for (const field of fields) {
          const { error } = await ask(call, actor, { ...own, [field]: other[field] })
          if (error === 'CALL_INPUT') continue
          asked.add(call.id)
          if (!['PERMISSION_DENIED', 'NOT_FOUND'].includes(error ?? ''))
            wrong.push(`${call.id} by ${actor.name} with a foreign ${field}: ${error ?? 'done'}`)
        }
    }
    expect(wrong).toEqual([])
    expect(asked.size).toBeGreaterThan(8)
  })
})

describe('references between owners', () => {
  it('[OWNED-1] no call lets a row name what belongs to another owner, by whatever parameter', async () => {
    const before = await crossing()
    let asked = 0
    for (const call of calls.filter((each) => !isRead(each) && !each.raw && !each.upload))
      for (const actor of actors.filter((each) => each.token !== null && expected(world, call, each) === 'allowed')) {
        if (actor.scope !== null && !isInReach(world, call, actor, targets.own)) continue
        for (const input of foreignInputs(call)) {
          asked += 1
          await ask(call, actor, input)
        }
      }
    expect(asked).toBeGreaterThan(200)
    expect(await crossing()).toEqual(before)
  })
  it('[OWNED-2] an operation answers what has another owner as what does not exist, and takes its own', async () => {
    const admin = actors.find(({ role, scope }) => role === 'account.platformAdmin' && scope === null)!
    const text = (organisationId: string) => ({ organisationId, competitionId: targets.own.competitionId })
    const call = calls.find(({ id }) => id === 'message.text.add')!
    const codes = [targets.own, targets.foreign].map(async ({ organisationId }) => {
      const { error } = await ask(call, admin, { ...inputFor(world, call, targets.own), ...text(organisationId) })
      return error ?? 'added'
    })
    expect(await Promise.all(codes)).toEqual(['added', 'REFERENCE'])
  })
})

// the last one: it changes the world as it likes. It takes a minute: `npm run test:long`
describe.runIf(process.env.LONG === '1')('[NULLS-1] what is blank, or at an end of what a schema takes', () => {
  it('is taken or refused in its place by every call, and never a fault of the server', async () => {
    const faults: string[] = []
    let taken = 0
    const look = async (call: CallDocument, actor: Actor, input: Record<string, unknown>) => {
      const { error, details } = await askAgain(call, actor, input)
      if (error === undefined) taken += 1
      const isUnnamed = error === 'CALL_INPUT' && !details?.errors?.length
      if (error === 'SERVER_FAULT' || error === 'BUSY' || isUnnamed) faults.push(`${call.id} ${JSON.stringify(input)}: ${error}`)
    }
    const isFirst = ({ role, scope }: Actor) => role === 'account.platformAdmin' && scope === null
    const byRank = [...actors.filter(isFirst), ...actors]
    for (const call of [...calls.filter(isRead), ...calls.filter((each) => !isRead(each))].filter(({ id }) => !STREAMS.has(id))) {
      const actor = byRank.find((each) => expected(world, call, each) === 'allowed')
      if (!actor) continue
      await world.rows('DELETE FROM platform_rate')
      const inputs = edgeInputs(world, call, targets.own, await takenInput(call, actor))
      if (isRead(call)) await Promise.all(inputs.map((input) => look(call, actor, input)))
      else for (const input of inputs) await look(call, actor, input)
    }
    expect(faults).toEqual([])
    expect(taken).toBeGreaterThan(2000)
  }, 900_000)
})

/** They end when their reader goes. */
const STREAMS: ReadonlySet<string> = new Set(['platform.changes', 'platform.job.events', 'message.events'])

type Refused = Reply<unknown> & { details?: { errors?: { path: string }[] } }
const renewed = new Map<string, Actor>()

/** The same, also after a call that ended the person's session or account. */
async function askAgain(call: CallDocument, actor: Actor, input: Record<string, unknown>): Promise<Refused> {
  const reply = await ask(call, renewed.get(actor.name) ?? actor, input)
  if (!/^(SESSION_|LOOKING)/.test(reply.error ?? '') || actor.role === null) return reply
  const [{ userId }] = await world.rows(
    'SELECT "userId" FROM account_grant WHERE role = $1 AND scope IS NOT DISTINCT FROM $2 ORDER BY id DESC LIMIT 1',
    [actor.role, actor.scope],
  )
  await world.rows(`UPDATE account_user SET state = 'active' WHERE id = $1`, [userId])
  const sessions = world.server.deps.services.sessions.bind(serverScope(world, world.server.deps.db))
  const { access_token: token } = (await sessions.open(String(userId), { secondFactor: true })) as Tokens
  renewed.set(actor.name, { ...actor, token })
  return ask(call, renewed.get(actor.name)!, input)
}

/** Of all that a call could be given, what it does not refuse. */
async function takenInput(call: CallDocument, actor: Actor): Promise<Record<string, unknown>> {
  const required = new Set((call.input?.required ?? []) as string[])
  let whole = wholeInput(world, call, targets.own)
  for (;;) {
    const { error, details } = await askAgain(call, actor, whole)
    const wrong = new Set(error === 'CALL_INPUT' ? details?.errors?.map(({ path }) => path.split('/')[1]!) : [])
    const left = Object.entries(whole).filter(([name]) => required.has(name) || !wrong.has(name))
    if (left.length === Object.keys(whole).length) return whole
    whole = Object.fromEntries(left)
  }
}

/** What belongs to the actor's own competition, but for one parameter. Also answers of the form that an operation holds them against. */
function foreignInputs(call: CallDocument): Record<string, unknown>[] {
  const { form } = world.server.deps.platform().documents
  const input = inputFor(world, call, targets.own)
  const other = inputFor(world, call, targets.foreign, Object.keys(input))
  const names = Object.keys((call.input?.properties ?? {}) as object)
  const bound = typeof call.access === 'object' ? (call.access.within ?? []).map(({ field }) => field) : []
  const ids = names.filter(
    (name) => /.Ids?$/.test(name) && !bound.includes(name) && other[name] !== undefined && other[name] !== input[name],
  )
  const answered = call.operation && 'form' in call.operation && call.operation.form ? form.get(call.operation.form.id) : undefined
  const asks = Object.keys(answered?.schema.properties ?? {}).flatMap((name) => {
    const id = [...targets.foreign.rows].find(([entity]) => entity.endsWith(`.${name.replace(/Ids?$/, '')}`))?.[1]
    return /.Id$/.test(name) && id ? [{ ...input, answers: { [name]: id } }] : []
  })
  const forms = names.filter((name) => /formId|sheetId/i.test(name)).map((name) => ({ ...input, [name]: foreignForm }))
  return [...ids.map((name) => ({ ...input, [name]: other[name] })), ...asks, ...forms]
}

/** How many rows name what has another owner, by entity and field. */
async function crossing(): Promise<Record<string, number>> {
  const platform = world.server.deps.platform()
  const found: Record<string, number> = {}
  foreignForm = String(
    (await world.rows('SELECT "formId" FROM competition_competition WHERE id = $1', [targets.foreign.competitionId]))[0].formId,
  )
  const count = async (what: string, sql: string) => {
    found[what] = Number((await world.rows(sql))[0].count)
  }
  // figures name what people of a school did at competitions of others; no call writes them, and the job of the minute may come in between
  const written = [...platform.documents.entity.values()].filter(({ id }) => !FIGURES.includes(id.replaceAll('.', '_')))
  for (const entity of written) {
    const table = `"${entity.id.replaceAll('.', '_')}"`
    for (const [name, field] of Object.entries(entity.fields)) {
      for (const owner of field.computed ? [] : sharedOwners(entity, name, platform))
        await count(
          `${entity.id}.${name} ${owner}`,
          `SELECT count(*) FROM ${table} r JOIN "${field.entity!.replaceAll('.', '_')}" o ON o.id = r."${name}" WHERE o."${owner}" <> r."${owner}"`,
        )
      if (/formId|sheetId/i.test(name) && field.type === 'string' && entity.fields.competitionId)
        await count(
          `${entity.id}.${name}`,
          `SELECT count(*) FROM ${table} r JOIN competition_competition c ON c.id = r."competitionId" WHERE r."${name}" = '${foreignForm}' AND c."organisationId" <> ${targets.foreign.organisationId}`,
        )
    }
  }
  return found
}

/** Whose access decides about the rows: for everybody who is signed in, the call that this one asks first. */
function rulingOf(call: CallDocument): CallDocument {
  const [first] = typeof call.access === 'object' ? [] : (call.requires ?? [])
  return first ? world.server.deps.platform().documents.call.get(first.call)! : call
}

/** Calls about an organisation as such: a right on one of its competitions says nothing about it. */
function mayName(callId: string, scope: string): boolean {
  return !(
    scope === 'competition' &&
    /^(organisation|account|package)\.|^competition\.(create|organisations|checkFile|takeFile)$|^message\.organisations$/.test(callId)
  )
}
