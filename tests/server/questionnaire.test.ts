/** Questionnaires over HTTP: who may see and change them, who may answer when, what is taken once, and that anonymous stays anonymous. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretParameters } from '../../runtime/core/callAddress.ts'
import { createWorld, DESIGN, HACKATHON, type World } from './roadWorld.ts'

const AREA = 'api/web/questionnaire'
let world: World
let organiser: string
let other: string
let admin: string
let competitionId: string
let now = new Date()
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => now })
  ;[organiser, other, admin] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2'), world.signIn('administrator')])
  competitionId = await world.competition(DESIGN)
})
afterAll(() => world?.close())

const post = (path: string, input: Record<string, unknown>, token: string | null = organiser) => world.call(`${AREA}/${path}`, input, token)
const get = (path: string, input: Record<string, unknown> = {}, token: string | null = organiser) =>
  world.call(`${AREA}/${path}`, input, token, 'GET')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000).toISOString()

interface Made {
  id: string
  token: string
}
/** A published questionnaire with one question, `choice`. */
async function published(settings: Record<string, unknown> = {}, mode = 'named'): Promise<Made> {
  const { data } = await post('create', {
    title: { zh: '问卷' },
    for: `competition:${competitionId}`,
    mode,
    start: 'questionnaire.starter',
  })
  const { answers } = (await get(`settings/${data.id}`)).data
  expect((await post('settings', { id: data.id, answers: { ...answers, ...settings } })).code).toBe(0)
  expect((await post('publish', { id: data.id })).code).toBe(0)
  return { id: data.id, token: await generalToken(data.id) }
}
const tokenOf = (address: string) => address.split('/').at(-1)!
const generalToken = async (id: string) => tokenOf((await get(`link/${id}`)).data.address)
const sheet = async ({ id, token }: Made, who: string | null = null) => (await post(`sheet/${id}`, { token }, who)).data
const submit = ({ id, token }: Made, who: string | null = null, input: Record<string, unknown> = {}) =>
  world.call('api/web/user/questionnaire/save', { id, token, answers: { choice: 'a' }, ...input }, who)
const draft = async (made: Made, key: string, who: string | null = null) => {
  const { formHash: hash } = await sheet(made, who)
  return post('draft', { ...made, key, hash, answers: { choice: 'b', nonsense: 1 }, field: 'choice' }, who)
}
const answersOf = (id: string) => world.rows('SELECT * FROM questionnaire_answer WHERE "questionnaireId" = $1 ORDER BY id', [id])
const newcomers = (count: number) => Promise.all(Array.from({ length: count }, () => world.newcomer()))
const KEY = 'k'.repeat(32)

describe('who may', () => {
  it('[QUEST-1] organisers see and change those of their competitions; to others they do not exist', async () => {
    const { id } = await published()
    expect((await get(`get/${id}`)).data).toMatchObject({ phase: 'open', answerCount: 0, title: { zh: '问卷' } })
    expect((await get('list', { pageSize: 100 })).data.list.map((row: Made) => row.id)).toContain(id)
    expect((await get('list', { pageSize: 100 }, other)).data.list.map((row: Made) => row.id)).not.toContain(id)
    const asked = [
      get(`get/${id}`, {}, other),
      get(`link/${id}`, {}, other),
      get(`settings/${id}`, {}, other),
      post('copy', { id }, other),
      get('invitations', { questionnaireId: id }, other),
    ]
    const changed = ['publish', 'close', 'remove', 'form', 'link/renew'].map((path) => post(path, { id }, other))
    for (const { error } of await Promise.all([...asked, ...changed])) expect(error).toBe('NOT_FOUND')
    const { token } = await world.newcomer()
    expect((await get(`get/${id}`, {}, token)).error).toBe('PERMISSION_DENIED')
    expect((await get('list', {}, null)).code).toBe(401)
  })

  it('[QUEST-2] nobody makes one for what they do not manage, and only platform staff for the platform', async () => {
    const input = { title: { zh: '问卷' }, mode: 'named', start: 'questionnaire.starter' }
    const count = async () => (await world.rows('SELECT count(*) FROM questionnaire_questionnaire'))[0].count
    const before = await count()
    expect((await post('create', { ...input, for: `competition:${competitionId}` }, other)).error).toBe('NOT_FOUND')
    expect((await post('create', { ...input, for: 'platform' })).error).toBe('NOT_FOUND')
    expect(await count()).toBe(before)
    expect((await post('create', { ...input, for: 'platform' }, admin)).code).toBe(0)
  })

  it('[QUEST-3] a link opens what it was signed for and nothing else; a replaced one opens nothing', async () => {
    const [made, second] = [await published(), await published()]
    expect((await sheet(made)).state).toBe('signIn')
    const wrong = [
      { ...made, token: second.token },
      { ...made, token: `${made.token.slice(0, -2)}xx` },
      { ...made, token: 'ZzE.AAAA' },
      { id: '999999', token: made.token },
      { id: 'nonsense', token: '' },
    ]
    for (const link of wrong) expect(await sheet(link)).toEqual({ state: 'wrong' })
    expect((await submit(wrong[0]!, organiser)).error).toBe('QUESTIONNAIRE_LINK')
    await post('link/renew', { id: made.id })
    expect((await sheet(made)).state).toBe('wrong')
    expect((await sheet({ id: made.id, token: await generalToken(made.id) })).state).toBe('signIn')
  })

  it('[QUEST-4] a deleted one opens nothing, and comes back with its answers', async () => {
    const made = await published()
    const { token } = await world.newcomer()
    expect((await submit(made, token)).code).toBe(0)
    expect((await post('remove', { id: made.id })).code).toBe(0)
    expect((await sheet(made)).state).toBe('wrong')
    expect((await get('list', { deleted: 'true', pageSize: 100 })).data.list.map((row: Made) => row.id)).toContain(made.id)
    expect((await post('restore', { id: made.id })).code).toBe(0)
    expect((await sheet(made, token)).state).toBe('answered')
  })
})

describe('when', () => {
  it("[QUEST-5] answers are taken between opening and closing, by the server's clock", async () => {
    const made = await published({ opensAt: minutes(60), closesAt: minutes(120) })
    const { token } = await world.newcomer()
    const stand = async () => [(await sheet(made, token)).state, (await submit(made, token)).error]
    const start = now
    expect(await stand()).toEqual(['notYet', 'QUESTIONNAIRE_NOT_OPEN'])
    now = new Date(start.getTime() + 121 * 60_000)
    expect(await stand()).toEqual(['closed', 'QUESTIONNAIRE_CLOSED'])
    now = new Date(start.getTime() + 90 * 60_000)
    expect(await stand()).toEqual(['open', undefined])
    now = start
  })

  it('[QUEST-6] a draft has no link that opens, a closed one takes nothing, and it can be reopened', async () => {
    const made = await published()
    const { token } = await world.newcomer()
    expect((await post('close', { id: made.id })).code).toBe(0)
    expect((await submit(made, token)).error).toBe('QUESTIONNAIRE_CLOSED')
    expect((await draft(made, KEY, token)).error).toBe('QUESTIONNAIRE_CLOSED')
    await post('publish', { id: made.id })
    expect((await submit(made, token)).code).toBe(0)
    const { data } = await post('copy', { id: made.id })
    expect((await get(`get/${data.id}`)).data).toMatchObject({ state: 'draft', answerCount: 0, title: { zh: '问卷（副本）' } })
    expect((await sheet({ id: data.id, token: await generalToken(data.id) })).state).toBe('wrong')
  })

  it('[QUEST-44] a new anonymous one opens by its link without signing in, and publishing it publishes what was drafted last', async () => {
    const made = async (mode: string) => {
      const start = { for: `competition:${competitionId}`, start: 'questionnaire.satisfaction' }
      return String((await post('create', { title: { zh: '海报' }, mode, ...start })).data.id)
    }
    const id = await made('anonymous')
    expect((await post('form/publish', { id })).code).toBe(0)
    const { content, revision } = (await post('form', { id })).data
    const late = { type: 'string', title: { zh: '最后一题', en: 'The last one' }, 'x-widget': 'text', maxLength: 20 }
    const properties = { ...content.schema.properties, late }
    await post('form/save', { id, content: { ...content, schema: { ...content.schema, properties } }, revision })
    expect((await post('publish', { id })).code).toBe(0)
    const opened = await sheet({ id, token: await generalToken(id) })
    expect(opened).toMatchObject({ state: 'open', mode: 'anonymous', onePerPerson: false })
    const form = await world.rows('SELECT content FROM platform_document WHERE hash = $1', [opened.formHash])
    expect(JSON.stringify(form[0].content)).toContain('最后一题')
    const named = await made('named')
    await post('publish', { id: named })
    expect((await sheet({ id: named, token: await generalToken(named) })).state).toBe('signIn')
  })

  it('[QUEST-7] one without questions, or with files, is not published', async () => {
    const { data } = await post('create', {
      title: { zh: '问卷' },
      for: `competition:${competitionId}`,
      mode: 'anonymous',
      start: 'questionnaire.starter',
    })
    const { content, revision } = (await post('form', { id: data.id })).data
    const file = { type: 'array', title: { zh: '附件', en: 'File' }, 'x-widget': 'upload', maxItems: 1, items: { type: 'object' } }
    const write = (properties: object, from: string) =>
      post('form/save', { id: data.id, content: { ...content, schema: { type: 'object', properties } }, revision: from })
    const saved = await write({}, revision)
    expect((await post('publish', { id: data.id })).error).toBe('QUESTIONNAIRE_NO_QUESTIONS')
    await write({ ...content.schema.properties, file }, saved.data.revision)
    expect(await post('publish', { id: data.id })).toMatchObject({ error: 'QUESTIONNAIRE_FILES', message: expect.stringContaining('附件') })
    expect((await post('form/publish', { id: data.id })).error).toBe('QUESTIONNAIRE_FILES')
  })
})

describe('once', () => {
  it('[QUEST-8] a person answers once, may look at it, and change it where the settings say so', async () => {
    const made = await published({ afterwards: 'look' })
    const { token } = await world.newcomer()
    expect((await submit(made, token)).code).toBe(0)
    expect((await submit(made, token)).error).toBe('ALREADY_ANSWERED')
    expect(await sheet(made, token)).toMatchObject({ state: 'answered', mayChange: false, answer: { values: { choice: 'a' } } })
    const { answers } = (await get(`settings/${made.id}`)).data
    await post('settings', { id: made.id, answers: { ...answers, afterwards: 'change', quota: 1 } })
    expect((await sheet(made, token)).mayChange).toBe(true)
    expect((await submit(made, token, { answers: { choice: 'b' } })).code).toBe(0)
    expect((await answersOf(made.id)).map(({ values }) => values)).toEqual([{ choice: 'b' }])
    expect((await get(`get/${made.id}`)).data).toMatchObject({ answerCount: 1, phase: 'full' })
  })

  it('[QUEST-9] of submissions at the same moment one counts; without the unique key all would', async () => {
    const rush = async (made: Made) => {
      const { token } = await world.newcomer()
      const replies = await Promise.all(Array.from({ length: 6 }, () => submit(made, token)))
      return [replies.filter(({ code }) => code === 0).length, (await answersOf(made.id)).length]
    }
    expect(await rush(await published())).toEqual([1, 1])
    await world.rows('ALTER TABLE questionnaire_answer DROP CONSTRAINT "questionnaire_answer_questionnaireId_holder_key"')
    const [stored] = await rush(await published())
    await world.rows(
      `DELETE FROM questionnaire_answer WHERE "questionnaireId" IN (SELECT "questionnaireId" FROM questionnaire_answer GROUP BY 1, holder HAVING count(*) > 1)`,
    )
    await world.rows(
      'ALTER TABLE questionnaire_answer ADD CONSTRAINT "questionnaire_answer_questionnaireId_holder_key" UNIQUE ("questionnaireId", holder)',
    )
    expect(stored).toBeGreaterThan(1)
  })

  it('[QUEST-10] the last places go to exactly as many people; without the rule of the table they are oversold', async () => {
    const rush = async () => {
      const made = await published({ quota: 3 })
      const people = await newcomers(8)
      const replies = await Promise.all(people.map(({ token }) => submit(made, token)))
      const refused = replies.filter(({ error }) => error === 'QUESTIONNAIRE_FULL').length
      return { stored: (await answersOf(made.id)).length, refused }
    }
    expect(await rush()).toEqual({ stored: 3, refused: 5 })
    const rules = await world.rows(
      `SELECT conname, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = 'questionnaire_questionnaire'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%answerCount%quota%'`,
    )
    expect(rules).toHaveLength(1)
    await world.rows(`ALTER TABLE questionnaire_questionnaire DROP CONSTRAINT "${rules[0].conname}"`)
    expect((await rush()).stored).toBeGreaterThan(3)
    await world.rows('DELETE FROM questionnaire_questionnaire WHERE "answerCount" > quota')
    await world.rows(`ALTER TABLE questionnaire_questionnaire ADD CONSTRAINT "${rules[0].conname}" ${rules[0].rule}`)
  })

  it('[QUEST-11] people answer again where once is not asked, and what they began is kept until then', async () => {
    const made = await published({ onePerPerson: false })
    const { token } = await world.newcomer()
    expect((await draft(made, KEY, token)).code).toBe(0)
    expect((await sheet(made, token)).draft.answers).toEqual({ choice: 'b' })
    for (const choice of ['a', 'b']) expect((await submit(made, token, { answers: { choice } })).code).toBe(0)
    expect((await answersOf(made.id)).map(({ values, state, holder }) => [values.choice, state, holder])).toEqual([
      ['a', 'submitted', null],
      ['b', 'submitted', null],
    ])
  })

  it('[QUEST-12] the limit is never below what was submitted, and how answers are given is fixed by then', async () => {
    const made = await published()
    for (const { token } of await newcomers(2)) await submit(made, token)
    const { answers, modeFixed } = (await get(`settings/${made.id}`)).data
    expect(modeFixed).toBe(true)
    expect(answers).not.toHaveProperty('mode')
    expect((await post('settings', { id: made.id, answers: { ...answers, quota: 1 } })).error).toBe('QUESTIONNAIRE_QUOTA')
    expect((await post('settings', { id: made.id, answers: { ...answers, mode: 'anonymous' } })).error).toBe('FORM_INVALID')
    expect((await post('settings', { id: made.id, answers })).code).toBe(0)
    expect((await get(`get/${made.id}`)).data).toMatchObject({ mode: 'named', onePerPerson: true })
  })
})

describe('anonymous', () => {
  it('[QUEST-13] nothing that is stored leads from an answer to the person: no account, key, exact time, log entry or kept reply', async () => {
    const made = await published({ onePerPerson: true }, 'anonymous')
    const person = await world.newcomer()
    expect((await sheet(made, person.token)).state).toBe('key')
    expect((await submit(made, person.token)).error).toBe('QUESTIONNAIRE_SIGN_IN')
    const logged = async () => (await world.rows('SELECT count(*) FROM platform_log'))[0].count
    const before = await logged()
    const { to } = (await post('key', { ...made }, person.token)).data
    const own = { id: made.id, token: tokenOf(to) }
    expect((await draft(own, KEY, person.token)).code).toBe(0)
    const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': 'once-more' }
    const payload = { ...own, key: KEY, answers: { choice: 'a' } }
    const reply = await world.app.inject({ method: 'POST', url: '/api/web/user/questionnaire/save', headers, payload })
    expect(reply.json()).toMatchObject({ code: 0, data: { score: null } })
    expect(await logged()).toBe(before)
    const [answer, ...more] = await answersOf(made.id)
    expect(more).toEqual([])
    expect(answer).toMatchObject({ userId: null, holder: null, values: { choice: 'a' }, state: 'submitted' })
    expect(Number(answer.id)).toBeGreaterThan(10 ** 11)
    const times = [answer.createdAt, answer.updatedAt, answer.startedAt, answer.submittedAt].map((at) => new Date(at).toISOString())
    for (const at of times) expect(at).toMatch(/T12:00:00\.000Z$/)
    expect(await world.rows('SELECT * FROM questionnaire_key WHERE "questionnaireId" = $1', [made.id])).toEqual([])
    const [invitation] = await world.rows('SELECT * FROM questionnaire_invitation WHERE "questionnaireId" = $1', [made.id])
    const [{ publishedAt }] = await world.rows('SELECT "publishedAt" FROM questionnaire_questionnaire WHERE id = $1', [made.id])
    expect(invitation).toMatchObject({
      openedAt: null,
      answeredAt: null,
      sentAt: publishedAt,
      createdAt: publishedAt,
      updatedAt: publishedAt,
    })
    expect(await everyRowNaming(String(answer.id))).toEqual(['questionnaire_answer'])
  })

  it('[QUEST-14] a key is spent once, also by submissions at the same moment', async () => {
    const made = await published({ onePerPerson: true }, 'anonymous')
    const { token } = await world.newcomer()
    const { to } = (await post('key', { ...made }, token)).data
    const own = { id: made.id, token: tokenOf(to) }
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit(own)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
    expect((await answersOf(made.id)).length).toBe(1)
    expect((await sheet(own)).state).toBe('answered')
    expect((await post('key', { ...made }, token)).data).toEqual({ to })
    expect((await submit(own)).error).toBe('ALREADY_ANSWERED')
  })

  it('[QUEST-15] visitors answer as often as they like where once is not asked; what is begun is kept by a random key', async () => {
    const made = await published({ onePerPerson: false }, 'anonymous')
    expect((await draft(made, KEY)).code).toBe(0)
    expect((await draft(made, 'another'.repeat(4))).code).toBe(0)
    const begun = await answersOf(made.id)
    expect(begun.map(({ userId, lastField, values }) => ({ userId, lastField, values }))).toEqual(
      Array(2).fill({ userId: null, lastField: 'choice', values: { choice: 'b' } }),
    )
    expect(JSON.stringify(begun)).not.toContain(KEY)
    expect((await submit(made, null, { key: KEY })).code).toBe(0)
    expect((await answersOf(made.id)).map(({ state }) => state).sort()).toEqual(['draft', 'submitted'])
    expect((await sheet(made)).draft).toBeNull()
  })
})

describe('personal links', () => {
  const inbox = async (userId: string) =>
    (
      await world.rows(`SELECT variables FROM platform_outbox WHERE "userId" = $1 AND template LIKE 'questionnaire.%' ORDER BY id`, [
        userId,
      ])
    ).map(({ variables }) => tokenOf(variables.address))
  const accountNames = async (ids: string[]) =>
    (await world.rows('SELECT "userName" FROM account_user WHERE id = ANY($1::bigint[])', [ids])).map(({ userName }) => userName).join('\n')
  const invite = async (id: string, users: { id: string }[]) => {
    const names = await accountNames(users.map((user) => user.id))
    expect((await post('invite', { id, audience: 'accounts', names }, admin)).code).toBe(0)
    await expect.poll(async () => (await inbox(users.at(-1)!.id)).length).toBe(1)
  }

  it('[QUEST-16] let a person answer without signing in; the organiser sees sent, opened and answered', async () => {
    const { id } = await published()
    const people = await newcomers(2)
    await invite(id, people)
    const [token] = await inbox(people[0]!.id)
    const own = { id, token: token! }
    const states = async () =>
      (await get('invitations', { questionnaireId: id })).data.list.map(({ state }: { state: string }) => state).sort()
    expect(await states()).toEqual(['sent', 'sent'])
    await post('opened', { ...own }, null)
    expect(await states()).toEqual(['opened', 'sent'])
    expect((await sheet(own)).state).toBe('open')
    expect((await submit(own)).code).toBe(0)
    expect(await states()).toEqual(['answered', 'sent'])
    expect((await answersOf(id)).map(({ userId }) => String(userId))).toEqual([people[0]!.id])
    const [first] = await world.rows('SELECT name FROM account_user WHERE id = $1', [people[0]!.id])
    const listed = async (input: Record<string, unknown>) => (await get('invitations', { questionnaireId: id, ...input })).data
    const found = (await listed({ search: first.name, state: 'answered' })).list
    expect(found.map(({ name }: { name: string }) => name)).toEqual([first.name])
    expect((await listed({ search: 'nobody of that name' })).total).toBe(0)
    // sent in one step, so at one time: the pages neither repeat nor leave out anybody
    await world.rows('UPDATE questionnaire_invitation SET "sentAt" = now() WHERE "questionnaireId" = $1', [id])
    for (const sort of ['sentAt', '-sentAt']) {
      const pages = await Promise.all([1, 2].map((pageNum) => listed({ pageNum, pageSize: 1, sort })))
      expect(new Set(pages.map(({ list }) => list[0].id)).size).toBe(2)
    }
    // the same person by the general link, signed in
    expect((await sheet({ id, token: await generalToken(id) }, people[0]!.token)).state).toBe('answered')
    expect((await post('invite', { id, audience: 'accounts', names: await accountNames(people.map((one) => one.id)) }, admin)).error).toBe(
      'QUESTIONNAIRE_INVITED',
    )
    expect((await post('remind', { id })).code).toBe(0)
    await expect.poll(async () => (await inbox(people[1]!.id)).length).toBe(2)
    expect(await inbox(people[0]!.id)).toHaveLength(1)
  })

  it('[QUEST-25] opened by someone else who is signed in shows nothing of the person and takes nothing in their name', async () => {
    const { id } = await published({ afterwards: 'change' })
    const [invited, finder] = await newcomers(2)
    await invite(id, [invited!])
    const own = { id, token: (await inbox(invited!.id))[0]! }
    const shown = { state: 'otherPerson', answer: null, draft: null }
    expect(await sheet(own, finder!.token)).toMatchObject(shown)
    for (const attempt of [await submit(own, finder!.token), await post('opened', { ...own }, finder!.token)])
      expect(attempt.error).toBe('QUESTIONNAIRE_OTHER_PERSON')
    const { formHash: hash } = await sheet(own, finder!.token)
    const kept = { ...own, key: KEY, hash, answers: { choice: 'b' }, field: 'choice' }
    expect((await post('draft', kept, finder!.token)).error).toBe('QUESTIONNAIRE_OTHER_PERSON')
    expect(await answersOf(id)).toEqual([])
    expect((await submit(own, invited!.token)).code).toBe(0)
    expect(await sheet(own, finder!.token)).toMatchObject(shown)
    expect(await sheet(own)).toMatchObject({ state: 'answered', answer: { values: { choice: 'a' } } })
  })

  it('[QUEST-24] is a secret of the page: no call takes it in an address', async () => {
    const made = await published({}, 'anonymous')
    expect((await sheet(made)).state).not.toBe('wrong')
    const inAddress = new URLSearchParams({ token: made.token }).toString()
    const asked = await world.app.inject({ method: 'GET', url: `/${AREA}/sheet/${made.id}?${inAddress}` })
    expect(asked.statusCode).toBe(404)
    for (const path of [`sheet/${made.id}`, 'opened'])
      expect(await post(`${path}?${inAddress}`, { id: made.id }, null)).toMatchObject({ error: 'CALL_INPUT' })
    const { documents } = world.server.deps.platform()
    const open = [...documents.call.values()].filter(
      // a call that says why its token may stand in an address opens no questionnaire
      (call) => 'token' in ((call.input?.properties ?? {}) as object) && !call.inAddress && !secretParameters(call).includes('token'),
    )
    expect(open.map(({ id }) => id)).toEqual([])
  })

  it('[QUEST-17] of an anonymous one tell only to whom they were sent', async () => {
    const { id } = await published({}, 'anonymous')
    const people = await newcomers(2)
    await invite(id, people)
    const own = { id, token: (await inbox(people[0]!.id))[0]! }
    await post('opened', { ...own }, null)
    expect((await submit(own)).code).toBe(0)
    expect((await get('invitations', { questionnaireId: id })).data.list.map(({ state }: { state: string }) => state)).toEqual([
      'sent',
      'sent',
    ])
    expect((await answersOf(id)).map(({ userId, holder }) => [userId, holder])).toEqual([[null, null]])
    expect((await post('remind', { id })).error).toBe('NOBODY_TO_SEND')
    const [{ id: invitationId }] = (await get('invitations', { questionnaireId: id })).data.list
    expect((await get('link/personal', { questionnaireId: id, id: invitationId })).error).toBe('NOT_FOUND')
  })

  it('[QUEST-18] go to participants within the reach of who invites', async () => {
    const { id } = await published()
    const foreign = await world.competition(HACKATHON)
    expect((await post('invite', { id, audience: 'competition', competitionId: foreign })).error).toBe('PERMISSION_DENIED')
    expect((await post('invite', { id, audience: 'competition', competitionId, statuses: [3] })).code).toBe(0)
    const [{ count }] = await world.rows(
      `SELECT count(DISTINCT "userId") FROM signup_registration WHERE "competitionId" = $1 AND status = 3`,
      [competitionId],
    )
    expect((await get('invitations', { questionnaireId: id })).data.total).toBe(Number(count))
  })
})

describe('versions', () => {
  it('[QUEST-19] questions that change while people answer lose nothing: answers keep their version, and who is behind is told the new one', async () => {
    const made = await published()
    const [early, late] = await newcomers(2)
    await submit(made, early!.token)
    await draft(made, KEY, late!.token)
    const { content, revision } = (await post('form', { id: made.id })).data
    const why = { type: 'string', title: { zh: '原因', en: 'Why' } }
    const schema = { type: 'object', properties: { ...content.schema.properties, why }, required: ['why'] }
    await post('form/save', { id: made.id, content: { ...content, schema }, revision })
    const impact = (await post('form/impact', { id: made.id, content: { ...content, schema } })).data
    expect([impact.submitted.total, impact.drafts.total]).toEqual([1, 1])
    expect((await post('form/publish', { id: made.id })).code).toBe(0)
    const { formHash } = await sheet(made, late!.token)
    const refused = await submit(made, late!.token)
    expect(refused).toMatchObject({ error: 'FORM_INVALID', details: { hash: formHash } })
    expect((await sheet(made, late!.token)).draft).toMatchObject({ answers: { choice: 'b' } })
    expect((await submit(made, late!.token, { answers: { choice: 'b', why: '因为' } })).code).toBe(0)
    const stored = await answersOf(made.id)
    expect(stored.map(({ values }) => values)).toEqual([{ choice: 'a' }, { choice: 'b', why: '因为' }])
    expect(new Set(stored.map(({ formVersion }) => formVersion)).size).toBe(2)
    expect((await sheet(made, early!.token)).answer.values).toEqual({ choice: 'a' })
  })
})

/** Tables with a row that holds this text anywhere. */
async function everyRowNaming(text: string): Promise<string[]> {
  const tables = await world.rows(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  const found = await Promise.all(
    tables.map(async ({ tablename }) => {
      const rows = await world.rows(`SELECT 1 FROM "${tablename}" t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`])
      return rows.length > 0 ? [tablename] : []
    }),
  )
  return found.flat()
}
