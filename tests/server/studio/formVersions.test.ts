/** The versions of a form that people have answered: a new one loses nothing, its effect is told before, and there is a way back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import type { FormImpact } from '../../../runtime/core/studio/formImpact.ts'
import { createWorld, MODELLING, type World } from '../roadWorld.ts'

const api = 'api/web/competition/form'
let world: World
let organiser: string
let admin: string
let competitionId: string
let formId: string
let first: FormDocument
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  admin = await world.signIn('administrator')
  competitionId = await world.competition(MODELLING)
  const [row] = await world.rows('SELECT "formId" FROM competition_competition WHERE id = $1', [competitionId])
  formId = row.formId
  first = JSON.parse(
    (await world.rows(`SELECT content FROM platform_document WHERE "documentId" = $1 AND state = 'published'`, [formId]))[0].content,
  )
})
afterAll(() => world.close())

/** Takes a question away, an option out of another, hides a third, and asks for a new one. */
function second(): FormDocument {
  const content = structuredClone(first)
  const { properties } = content.schema
  delete properties.captainMajor
  content.schema.required = [...(content.schema.required ?? []).filter((name) => name !== 'captainMajor'), 'motto']
  const software = properties.software!
  software['x-options'] = (software['x-options'] as { value: string }[]).filter(({ value }) => value !== 'matlab') as never
  properties.remark = { ...properties.remark, 'x-visibleWhen': { cel: "group == 'vocational'" } }
  properties.motto = { type: 'string', title: { zh: '口号', en: 'Motto' }, 'x-step': 'team' }
  return content
}
const ask = (path: string, input: Record<string, unknown> = {}, token = organiser) =>
  world.call(`${api}/${path}`, { competitionId, ...input }, token)
const publish = async (content: FormDocument, note?: string) => {
  await world.call(`api/platform/document/form/${formId}`, { content, ...(note ? { note } : {}) }, admin)
  return world.call(`api/platform/document/form/${formId}/publish`, note ? { note } : {}, admin)
}
const answered = () =>
  world.rows('SELECT id, "formHash", answers, status FROM signup_registration WHERE "competitionId" = $1 ORDER BY id', [competitionId])
const count = async (condition: string) =>
  Number(
    (await world.rows(`SELECT count(*) FROM signup_registration WHERE "competitionId" = $1 AND ${condition}`, [competitionId]))[0].count,
  )

describe('a form that was changed and changed back', () => {
  it('counts as published: no draft stays behind', async () => {
    const opened = async () =>
      (await world.call(api, { competitionId }, organiser)).data as { content: FormDocument; revision: string; state: string }
    const { content, revision, state } = await opened()
    expect(state).toBe('published')
    const save = async (next: object, of: string) =>
      ((await world.call(`${api}/save`, { competitionId, content: next, revision: of }, organiser)).data as { revision: string }).revision
    const changed = await save({ ...content, submitLabel: { zh: '交卷', en: 'Hand in' } }, revision)
    expect(await opened()).toMatchObject({ state: 'changed', revision: changed })
    expect(await save(content, changed)).toBe(revision)
    expect(await opened()).toMatchObject({ state: 'published', revision })
  })
})

describe('a condition that depends on nothing', () => {
  it('[CEL-CONSTANT-1] and takes more steps than an evaluation may keeps the form from being published, and is told where it stands', async () => {
    const many = `[${Array.from({ length: 60 }, (_, at) => at).join(', ')}]`
    for (const key of ['x-visibleWhen', 'x-requiredWhen', 'x-enabledWhen']) {
      const content = structuredClone(first)
      const cel = `${many}.all(a, ${many}.all(b, ${many}.all(c, a + b + c >= 0)))`
      content.schema.properties.remark = { ...content.schema.properties.remark, [key]: { cel } }
      const saved = await world.call(`api/platform/document/form/${formId}`, { content }, admin)
      expect([key, saved.error]).toEqual([key, undefined])
      const published = await world.call(`api/platform/document/form/${formId}/publish`, {}, admin)
      expect([key, published.error]).toEqual([key, 'DOCUMENT_INVALID'])
      expect(JSON.stringify(published.details)).toContain(`/schema/properties/remark/${key}/cel`)
    }
    await world.call(`api/platform/document/form/${formId}`, { content: first }, admin)
  })
})

describe('a pattern', () => {
  it('[PATTERN-1] that the engine of answers cannot run keeps the form from being published, and is told where it stands', async () => {
    // understood by JSON Schema's own engine, and not by the one that runs in linear time
    for (const pattern of ['^a{1001}$', '^(?=a)', '(a)\\1', '[[:foo:]]{1,2000}']) {
      const content = structuredClone(first)
      content.schema.properties.remark = { ...content.schema.properties.remark, pattern }
      await world.call(`api/platform/document/form/${formId}`, { content }, admin)
      const published = await world.call(`api/platform/document/form/${formId}/publish`, {}, admin)
      expect([pattern, published.error]).toEqual([pattern, 'DOCUMENT_INVALID'])
      expect(JSON.stringify(published.details)).toContain('/schema/properties/remark/pattern')
    }
    await world.call(`api/platform/document/form/${formId}`, { content: first }, admin)
  })
})

describe('[VERSION-3] before a version is published, its effect on what is stored is told', () => {
  it('as many as the database counts, for sign-ups and drafts', async () => {
    const { token } = await world.newcomer()
    const [{ formHash }] = await answered()
    await world.call(
      'api/platform/draft',
      { key: `signup:${competitionId}`, hash: formHash, answers: { software: ['matlab'], remark: '备注' } },
      token,
    )
    const { data, error } = (await ask('impact', { content: second() })) as { data: FormImpact; error?: string }
    expect(error).toBeUndefined()
    const of = (field: string) => data.fields.find((each) => each.field === field)
    expect(data.submitted.total).toBe(await count('true'))
    expect(of('/captainMajor')?.removed).toBe(await count(`answers->>'captainMajor' <> ''`))
    expect(of('/software')).toMatchObject({
      optionGone: (await count(`answers->'software' ? 'matlab'`)) + 1,
      options: [{ value: 'matlab' }],
    })
    expect(of('/remark')?.hidden).toBe((await count(`answers->>'remark' <> '' AND answers->>'group' IS DISTINCT FROM 'vocational'`)) + 1)
    expect(of('/motto')?.missing).toBe(data.submitted.total + 1)
    // the draft lacks much at its own version already: the new one does not make it incomplete
    expect(data.drafts).toEqual({ total: 1, losing: 1, incomplete: 0, optionGone: 1 })
  })

  it('for many answers, by a job that looks at all of them', async () => {
    await world.rows(`INSERT INTO account_user ("userName", name) SELECT 'many' || n, 'Many' FROM generate_series(1, 2500) n`)
    await world.rows(
      `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "agreedAt")
       SELECT r."competitionId", r."eventId", r."organisationId", u.id, 2, r."formHash", r.answers, 'Many', now()
       FROM (SELECT * FROM signup_registration WHERE "competitionId" = $1 ORDER BY id LIMIT 1) r, account_user u WHERE u."userName" LIKE 'many%'`,
      [competitionId],
    )
    const { data: ordered } = await ask('impact', { content: second() })
    const job = async (token: string) => world.call(`api/platform/job/${ordered.jobId}`, {}, token, 'GET')
    await expect.poll(async () => (await job(organiser)).data.state).toBe('done')
    const { submitted, fields } = (await job(organiser)).data.result as FormImpact
    expect(submitted.total).toBe(await count('true'))
    expect(submitted.total).toBeGreaterThan(2500)
    const removed = fields.find(({ field }) => field === '/captainMajor')?.removed
    expect(removed).toBe(await count(`answers->>'captainMajor' <> ''`))
    expect((await job(await world.signIn('organiser 2'))).error).toBe('NOT_FOUND')
  })

  it('at once and without a look at any answer, when only words or the order differ', async () => {
    const { properties, ...schema } = structuredClone(first.schema)
    const turned = Object.entries(properties).reverse()
    const content = { ...first, title: { zh: '新名', en: 'New name' }, schema: { ...schema, properties: Object.fromEntries(turned) } }
    content.schema.properties.remark!.title = { zh: '留言', en: 'Message' }
    expect((await ask('impact', { content })).data).toMatchObject({
      submitted: { total: await count('true'), losing: 0, incomplete: 0, optionGone: 0 },
      fields: [],
    })
    content.schema.properties.remark!.maxLength = 1
    expect((await ask('impact', { content })).data).toEqual({ jobId: expect.any(String) })
    await world.rows(`DELETE FROM signup_registration WHERE "displayName" = 'Many'`)
  })

  it('to who manages the form only, and not for a form that could not be published', async () => {
    const stranger = await world.signIn('organiser 2')
    for (const path of ['impact', 'revisions', 'revision', 'restore']) {
      const input = path === 'impact' ? { content: first } : path === 'revisions' ? {} : { revision: 1 }
      expect((await ask(path, input, stranger)).error, path).toBe('PERMISSION_DENIED')
    }
    const broken = structuredClone(first)
    broken.schema.properties.remark = { type: 'string', 'x-visibleWhen': { cel: 'nobody == 1' } }
    expect((await ask('impact', { content: broken })).error).toBe('DOCUMENT_INVALID')
  })
})

describe('[VERSION-4] a new version takes nothing from those who have answered', () => {
  it('every answer stays, at its own version, and can be read; drafts in progress too', async () => {
    const before = await answered()
    const manage = (id: string) => world.call(`api/web/signup/answers/${id}`, {}, organiser, 'GET')
    const sample = before.filter((_, at) => at % 9 === 0)
    const read = await Promise.all(sample.map(({ id }) => manage(id)))
    const drafts = await world.rows('SELECT * FROM platform_draft ORDER BY id')
    const { data } = await publish(second(), '去掉专业')
    expect(data.state).toBe('published')
    expect(await answered()).toEqual(before)
    expect(await Promise.all(sample.map(({ id }) => manage(id)))).toEqual(read)
    expect(read[0]!.data.answers.captainMajor).toBeTruthy()
    expect(await world.rows('SELECT * FROM platform_draft ORDER BY id')).toEqual(drafts)
    const own = await world.call(`api/platform/form/${before[0].formHash}`, {}, organiser, 'GET')
    expect(own.data.form.schema.properties.captainMajor).toEqual(first.schema.properties.captainMajor)
  })

  it('a draft of the version before is told that the form has changed, and is kept', async () => {
    const { token } = await world.newcomer()
    const [{ formHash }] = await answered()
    await world.call('api/platform/draft', { key: `signup:${competitionId}`, hash: formHash, answers: { remark: '未完' } }, token)
    const eventId = (await world.rows('SELECT id FROM competition_event WHERE "competitionId" = $1 LIMIT 1', [competitionId]))[0].id
    const input = { competitionId, eventId: String(eventId), agreement: true, formHash, answers: {} }
    expect((await world.call('api/web/competition/signup/personal', input, token)).error).toBe('FORM_CHANGED')
    const draft = await world.call('api/platform/draft', { key: `signup:${competitionId}` }, token, 'GET')
    expect(draft.data).toMatchObject({ hash: formHash, answers: { remark: '未完' } })
  })
})

describe('[VERSION-5] there is a way back to every version', () => {
  it('the versions are listed with author, time and note', async () => {
    const { data } = await ask('revisions')
    expect(data.list[0]).toMatchObject({
      state: 'published',
      note: '去掉专业',
      authorName: expect.any(String),
      publishedAt: expect.any(String),
    })
    expect(data.list.at(-1).state).toBe('archived')
    const oldest = await ask('revision', { revision: data.list.at(-1).revision })
    expect(oldest.data.content.schema.properties.captainMajor).toBeDefined()
  })

  it('going back publishes the old content as a new version, and what is being written stays a draft', async () => {
    const written = second()
    written.title = { zh: '第三版', en: 'Third' }
    await world.call(`api/platform/document/form/${formId}`, { content: written }, admin)
    const list = (await ask('revisions')).data.list
    const oldest = list.at(-1)
    const { data } = await ask('restore', { revision: oldest.revision, note: '恢复' })
    expect(data.hash).toBe(oldest.hash)
    expect(data.revision).toBeGreaterThan(list[1].revision)
    const after = (await ask('revisions')).data.list
    expect(after.map(({ state }: { state: string }) => state).slice(0, 2)).toEqual(['draft', 'published'])
    expect(after[1]).toMatchObject({ note: '恢复', hash: oldest.hash })
    expect((await ask('revision', { revision: after[0].revision })).data.content.title).toEqual(written.title)
    expect((await ask('restore', { revision: 9999 })).error).toBe('NOT_FOUND')
  })

  it('asking for the effect again and again is slowed down', async () => {
    const replies = await Promise.all(Array.from({ length: 21 }, () => ask('impact', { content: {} })))
    expect(replies.map(({ error }) => error)).toContain('RATE_LIMITED')
  })
})

describe('a competition has a form for each purpose', () => {
  it('the form of members is its own document, which begins as its starter and leaves the sign-up form alone', async () => {
    const opened = (purpose?: string) => world.call(api, { competitionId, ...(purpose ? { purpose } : {}) }, organiser)
    const { data: begun } = await opened('member')
    expect(begun).toMatchObject({ formId: null, state: 'none', content: { id: `team.c${competitionId}` } })
    expect((await ask('publish', { purpose: 'member' })).data.formId).toBe(`team.c${competitionId}`)
    expect((await opened('member')).data).toMatchObject({ formId: `team.c${competitionId}`, state: 'published' })
    expect((await opened()).data.formId).toBe(formId)
    expect((await ask('impact', { purpose: 'member', content: begun.content }, admin)).data.submitted.total).toBe(0)
    expect((await ask('revisions', { purpose: 'member' })).data.list).toHaveLength(1)
    expect((await ask('publish', { purpose: 'nobody' })).error).toBe('CALL_INPUT')
  })

  it('[FORM-NAMES-1] forms of sign-up and members keep the names: drafts say what is missing, and are not published without', async () => {
    const codes = (failures: { code: string; found: string }[]) => failures.map(({ code, found }) => `${code} ${found}`)
    for (const [purpose, keep] of [
      ['signup', 'teamName'],
      ['member', 'fullName'],
    ] as const) {
      const { content, revision } = (await world.call(api, { competitionId, purpose }, organiser)).data
      const nameless = structuredClone(content)
      delete nameless.schema.properties[keep]
      nameless.schema.required = nameless.schema.required.filter((name: string) => name !== keep)
      const saved = await ask('save', { purpose, content: nameless, revision })
      expect(codes(saved.data.failures)).toContain(`FIELD_FIXED ${keep}`)
      const refused = await ask('publish', { purpose })
      expect([refused.error, codes(refused.details!.failures as never)]).toEqual(['DOCUMENT_INVALID', [`FIELD_FIXED ${keep}`]])
      const optional = structuredClone(content)
      optional.schema.required = optional.schema.required.filter((name: string) => name !== keep)
      const second = await ask('save', { purpose, content: optional, revision: saved.data.revision })
      expect(codes(second.data.failures)).toContain(`FIELD_FIXED_REQUIRED ${keep}`)
      await ask('save', { purpose, content, revision: second.data.revision })
    }
  })

  it('who may set works only does not get at the forms of sign-up', async () => {
    const { id, token } = await world.newcomer()
    const [role] = await world.rows(
      `INSERT INTO account_role (name, permissions) VALUES ('{"zh":"作品","en":"Works"}', '["setWorks"]') RETURNING id`,
    )
    await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, 'competition', $3)`, [
      id,
      `stored:${role.id}`,
      competitionId,
    ])
    expect((await world.call(api, { competitionId }, token)).error).toBe('PERMISSION_DENIED')
  })
})
