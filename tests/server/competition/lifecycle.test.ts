/** The life of a competition by HTTP: a draft, its wizard, what is missing. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, MODELLING, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let stranger: string
let organisationId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  stranger = await world.signIn('organiser 2')
  const [row] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [await world.competition(MODELLING)])
  organisationId = String(row.organisationId)
})
afterAll(() => world.close())

const api = 'api/web/competition'
const read = async (competitionId: string, token = organiser) => world.call(`${api}/competitionInfos`, { competitionId }, token, 'GET')
const draft = async (zh = '建模新秀赛') =>
  (await world.call(`${api}/saveNewCompetition`, { organisationId, title: { zh } }, organiser)).data.id as string

describe('a draft', () => {
  it('[DRAFT-1] is created with a title alone, under the organisation where the right is held', async () => {
    const id = await draft()
    const reply = await read(id)
    expect(reply.error).toBeUndefined()
    const { data } = reply
    expect(data).toMatchObject({ published: false, revision: 1, state: 0, info: { title: { zh: '建模新秀赛' } } })
    expect(data.completeness.missing.map(({ code }: { code: string }) => code)).toContain('signupTimes')
    expect((await world.call(`${api}/detail/${id}`, {}, organiser, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`${api}/saveNewCompetition`, { organisationId, title: { zh: '借名' } }, stranger)).error).toBe(
      'PERMISSION_DENIED',
    )
  })
  it('[DRAFT-6] may have a title of one letter, and needs one', async () => {
    const create = (zh: string) => world.call(`${api}/saveNewCompetition`, { organisationId, title: { zh } }, organiser)
    expect((await create('A')).code).toBe(0)
    expect((await create('')).error).toBe('CALL_INPUT')
  })
  it.each([
    ['contest', { events: 2, rounds: 0, votes: 0, works: false }],
    ['hackathon', { events: 1, rounds: 1, votes: 0, works: true }],
    ['essay', { events: 1, rounds: 1, votes: 1, works: true }],
  ])('[DRAFT-7] begins as the template %s: dates, events, forms and rounds that contradict nothing, and no fees', async (template, has) => {
    const { data: made } = await world.call(`${api}/saveNewCompetition`, { organisationId, title: { zh: '模板' }, template }, organiser)
    const { completeness } = (await read(made.id)).data
    type Missing = { code: string; must: boolean; contradicts: boolean }
    const missing = completeness.missing as Missing[]
    expect(missing.filter(({ contradicts }) => contradicts)).toEqual([])
    expect(missing.filter(({ must }) => must).map(({ code }) => code)).toEqual(['level', 'type', 'introduction'])
    const [row] = await world.rows('SELECT * FROM competition_competition WHERE id = $1', [made.id])
    expect(row.workFormId).toBe(has.works ? `work.c${made.id}` : null)
    expect(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' }).format(row.signupStart)).toBe('09:00:00')
    const of = (table: string) => world.rows(`SELECT * FROM ${table} WHERE "competitionId" = $1`, [made.id])
    const [events, rounds, votes] = [await of('competition_event'), await of('review_round'), await of('vote_setting')]
    expect({ events: events.length, rounds: rounds.length, votes: votes.length, works: has.works }).toEqual(has)
    expect(events.every(({ fee }) => Number(fee) === 0)).toBe(true)
    expect(rounds.map(({ id, sheetId }) => sheetId === `review.r${id}`)).toEqual(rounds.map(() => true))
    const forms = await world.rows(
      `SELECT id FROM platform_document WHERE kind = 'form' AND state = 'published' AND "documentId" = ANY($1)`,
      [[row.formId, row.workFormId, ...rounds.map(({ sheetId }) => sheetId)].filter((id) => id !== null)],
    )
    expect(forms).toHaveLength(1 + Number(has.works) + has.rounds)
  })
  it('[DRAFT-2] is saved part by part, and names what is missing with its place', async () => {
    const id = await draft()
    const saved = await world.call(
      `${api}/saveInfo`,
      {
        competitionId: id,
        revision: 1,
        answers: { title: { zh: '建模新秀赛', en: 'Modelling Rookies' }, level: 'national', type: 'A', mode: 'team' },
      },
      organiser,
    )
    expect(saved).toMatchObject({ code: 0, data: { revision: 2 } })
    const { completeness, open } = (await read(id)).data
    expect(completeness.missing.filter(({ part, must }: { part: string; must: boolean }) => must && part === 'info').length).toBe(open.info)
    expect(completeness.missing[0].address).toBe(`/createNewCompetition/createNewCompetition?competitionId=${id}#summary`)
    expect(completeness.missing.map(({ code }: { code: string }) => code)).not.toContain('level')
  })
  it('[DRAFT-3] tells whoever saves over a newer revision, and keeps the newer one', async () => {
    const id = await draft()
    const save = (zh: string) => world.call(`${api}/saveInfo`, { competitionId: id, revision: 1, answers: { title: { zh } } }, organiser)
    expect((await save('甲')).code).toBe(0)
    expect((await save('乙')).error).toBe('COMPETITION_CHANGED')
    expect((await read(id)).data.info.title.zh).toBe('甲')
  })
  it('[DRAFT-4] does not exist for organisers of other organisations', async () => {
    const id = await draft()
    expect((await read(id, stranger)).error).toBe('PERMISSION_DENIED')
    expect((await world.call(`${api}/saveInfo`, { competitionId: id, answers: { title: { zh: '改名' } } }, stranger)).error).toBe(
      'PERMISSION_DENIED',
    )
    expect((await read(id)).data.info.title.zh).toBe('建模新秀赛')
  })
  it('[DRAFT-5] refuses a timeline that contradicts itself, at the field that comes too early', async () => {
    const id = await draft()
    const save = (answers: Record<string, unknown>) => world.call(`${api}/saveTimes`, { competitionId: id, answers }, organiser)
    const wrong = await save({
      signupStart: '2027-01-02T00:00:00.000Z',
      signupEnd: '2027-01-02T00:00:00.000Z',
      milestones: [{ title: { zh: '初赛' }, at: '2027-03-02T00:00:00.000Z', until: '2027-03-01T00:00:00.000Z' }],
    })
    expect(wrong.error).toBe('FORM_INVALID')
    expect(wrong.details?.errors?.map(({ path }) => path)).toEqual(['/signupEnd', '/milestones/0/until'])
    expect(
      (await save({ signupStart: '2027-01-02T00:00:00.000Z', milestones: [{ title: { zh: '初赛' }, at: '2027-03-02T00:00:00.000Z' }] }))
        .code,
    ).toBe(0)
    const { times } = (await read(id)).data
    expect(times).toMatchObject({
      signupStart: '2027-01-02T00:00:00.000Z',
      milestones: [{ title: { zh: '初赛' }, at: '2027-03-02T00:00:00.000Z' }],
    })
    expect(times.milestones[0].until).toBeUndefined()
    expect((await save({ milestones: [{ ...times.milestones[0], title: { zh: '复赛', en: '复赛' } }] })).code).toBe(0)
    expect((await read(id)).data.times.milestones).toEqual([{ ...times.milestones[0], title: { zh: '复赛', en: '复赛' } }])
  })
})

/** A draft with all that publishing waits for. */
async function complete(): Promise<string> {
  const id = await draft()
  const save = async (path: string, answers: Record<string, unknown>) => {
    const reply = await world.call(`${api}/${path}`, { competitionId: id, answers }, organiser)
    expect(reply.error).toBeUndefined()
  }
  await save('saveInfo', { title: { zh: '建模新秀赛', en: 'Modelling Rookies' }, level: 'national', type: 'A', mode: 'team' })
  await save('saveIntro', { introduction: { zh: '<p>面向一年级学生。</p>' } })
  await save('saveTimes', {
    signupStart: '2027-01-01T00:00:00.000Z',
    signupEnd: '2027-02-01T00:00:00.000Z',
    editEnd: '2027-02-10T00:00:00.000Z',
    competitionStart: '2027-03-01T00:00:00.000Z',
    competitionEnd: '2027-03-04T00:00:00.000Z',
    milestones: [{ title: { zh: '开赛' }, at: '2027-03-01T00:00:00.000Z' }],
  })
  // its own call writes events; here only that there is one matters
  await world.rows(
    `INSERT INTO competition_event ("competitionId", title, capacity, taken) VALUES ($1, '{"zh":"本科组","en":"Undergraduates"}', 90, 0)`,
    [id],
  )
  return id
}
const act = (path: string, competitionId: string, input: Record<string, unknown> = {}, token = organiser) =>
  world.call(`${api}/${path}`, { competitionId, ...input }, token)
const detail = (id: string) => world.call(`${api}/detail/${id}`, {}, null, 'GET')

describe('publishing', () => {
  it('[PUBLISH-1] is refused while something needed is missing, and names it with its place', async () => {
    const id = await draft()
    const refused = await act(`publish/${id}`, id)
    expect(refused.error).toBe('COMPETITION_INCOMPLETE')
    const missing = refused.details?.missing as { code: string; address: string }[]
    expect(missing.map(({ code }) => code)).toContain('signupTimes')
    expect(missing.every(({ address }) => new RegExp(`\\?competitionId=${id}#\\w+$`).test(address))).toBe(true)
    expect((await detail(id)).error).toBe('NOT_FOUND')
  })
  it('[PUBLISH-2] shows a complete competition to everybody; withdrawing hides it again', async () => {
    const id = await complete()
    expect((await act(`publish/${id}`, id)).error).toBeUndefined()
    expect((await detail(id)).data).toMatchObject({ title: { en: 'Modelling Rookies' }, state: 0 })
    const [{ publishedAt }] = await world.rows('SELECT "publishedAt" FROM competition_competition WHERE id = $1', [id])
    expect((await act(`revoke/${id}`, id)).code).toBe(0)
    expect((await detail(id)).error).toBe('NOT_FOUND')
    expect((await act(`publish/${id}`, id)).code).toBe(0)
    expect((await world.rows('SELECT "publishedAt" FROM competition_competition WHERE id = $1', [id]))[0].publishedAt).toEqual(publishedAt)
    expect((await act(`publish/${id}`, id, {}, stranger)).error).toBe('PERMISSION_DENIED')
  })
  it('[PUBLISH-3] cannot be got around: what is public keeps what it needs', async () => {
    const id = await complete()
    await act(`publish/${id}`, id)
    expect((await act('saveTimes', id, { answers: {} })).error).toBe('COMPETITION_INCOMPLETE')
    expect((await detail(id)).data.signupStart).toBe('2027-01-01T00:00:00.000Z')
  })
  it('[PUBLISH-4] keeps private competitions out of the lists, and opens them to who has the address', async () => {
    const id = await complete()
    await act(`publish/${id}`, id)
    const listed = async () =>
      (await world.call(`${api}/queryCompetitionList`, { search: '建模新秀', pageSize: 100 }, null, 'GET')).data.list.map(
        (row: { id: string }) => row.id,
      )
    expect(await listed()).toContain(id)
    expect((await act('updateCompetitionPrivate', id, { visibility: 'private' })).code).toBe(0)
    expect(await listed()).not.toContain(id)
    expect((await detail(id)).data.visibility).toBe('private')
  })
})

describe('deleting', () => {
  it('[DELETE-1] takes a draft out of sight and gives it back whole', async () => {
    const id = await complete()
    const before = (await read(id)).data
    expect((await world.call(`api/web/deleteCompetition/${id}`, { competitionId: id }, organiser)).code).toBe(0)
    expect((await read(id)).error).toBe('NOT_FOUND')
    const lists = async (deleted: boolean) =>
      (await world.call(`${api}/myCompetition`, { deleted, pageSize: 100, search: '建模新秀' }, organiser, 'GET')).data.list.map(
        (row: { id: string }) => row.id,
      )
    expect(await lists(true)).toContain(id)
    expect(await lists(false)).not.toContain(id)
    expect((await act(`restore/${id}`, id)).code).toBe(0)
    const moving = { revision: 0, now: '' }
    expect({ ...(await read(id)).data, ...moving }).toEqual({ ...before, ...moving })
    // screens that stay open are told when the flags turn next
    expect(before.turnsAt > before.now).toBe(true)
  })
  it('[DELETE-2] is refused for what is public or has registrations, which stay', async () => {
    const id = await complete()
    await act(`publish/${id}`, id)
    expect((await world.call(`api/web/deleteCompetition/${id}`, {}, organiser)).error).toBe('COMPETITION_PUBLISHED')
    const modelling = await world.competition(MODELLING)
    await act(`revoke/${modelling}`, modelling)
    const refused = await world.call(`api/web/deleteCompetition/${modelling}`, {}, organiser)
    expect(refused.error).toBe('COMPETITION_IN_USE')
    expect(refused.message).toMatch(/\d+ 份报名/)
    await act(`publish/${modelling}`, modelling)
  })
})

describe('copying', () => {
  const MARK = 'boundary-of-the-test'
  const upload = async (bytes: Uint8Array, name: string, type: string, token = organiser) => {
    const head = `--${MARK}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/platform/upload',
      headers: { 'content-type': `multipart/form-data; boundary=${MARK}`, authorization: `Bearer ${token}` },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${MARK}--\r\n`)]),
    })
    return reply.json().data as { id: string }
  }
  const uploadCover = async () => {
    const picture = sharp({ create: { width: 960, height: 540, channels: 3, background: '#246' } })
    return upload(await picture.png().toBuffer(), 'cover.png', 'image/png')
  }
  /** Everything written of a competition, without what names or dates the row itself. */
  const documents = async (id: string) => {
    const stored = async (table: string, column: string) => world.rows(`SELECT * FROM "${table}" WHERE "${column}" = $1 ORDER BY id`, [id])
    const strip = (rows: Record<string, unknown>[]) =>
      rows.map(({ id: _id, createdAt: _made, updatedAt: _changed, competitionId: _of, hotelId: _hotel, pageId: _page, ...rest }) => rest)
    // the step of a counter is a column of the database's own
    const [{ _taken_step: _step, ...row }] = await stored('competition_competition', 'id')
    const [form] = await world.rows(
      `SELECT content FROM platform_document WHERE kind = 'form' AND "documentId" = $1 AND state = 'published'`,
      [row.formId],
    )
    return {
      row,
      form: form && { ...JSON.parse(form.content), id: null },
      events: strip(await stored('competition_event', 'competitionId')),
      milestones: strip(await stored('competition_milestone', 'competitionId')),
      pages: strip(await stored('customPage_page', 'competitionId')),
      hotels: strip(await stored('hotel_hotel', 'competitionId')),
      information: strip(await stored('competitionInfo_info', 'competitionId')),
      rooms: strip(await stored('hotel_room', 'competitionId')),
    }
  }
  it('[COPY-1] makes an equal competition, document by document, unpublished and without the people who took part', async () => {
    const id = await world.competition(MODELLING)
    const cover = await uploadCover()
    const { info } = (await read(id)).data
    expect((await act('saveInfo', id, { answers: { ...info, cover } })).error).toBeUndefined()
    const information = {
      purpose: '让学生在真实问题中学会合作与表达。',
      scale: 300,
      fairness: '匿名评审，两名评委独立打分，分差大时第三人复评。',
    }
    expect((await act('info/saveInfo', id, { answers: information })).error).toBeUndefined()
    const { data } = await act('copyCompetition', id)
    const [original, copy] = [await documents(id), await documents(data.id)]
    const fresh = {
      id: null,
      createdAt: null,
      updatedAt: null,
      title: null,
      formId: null,
      cover: null,
      taken: 0,
      published: false,
      publishedAt: null,
      revision: 1,
      auditState: 'none',
      earlierId: null,
    }
    expect(copy.row.earlierId).toBe(id)
    expect({ ...copy.row, ...fresh }).toEqual({ ...original.row, ...fresh })
    expect(copy.row).toMatchObject({ taken: 0, published: false, publishedAt: null })
    expect(copy.row.title.zh).toBe(`${original.row.title.zh}（副本）`)
    expect(copy.row.cover).toMatchObject({
      width: original.row.cover.width,
      height: original.row.cover.height,
      size: original.row.cover.size,
    })
    expect(copy.row.cover.id).not.toBe(original.row.cover.id)
    expect(copy.form).toEqual(original.form)
    expect(copy.row.formId).not.toBe(original.row.formId)
    expect(copy.events).toEqual(original.events.map((event) => ({ ...event, taken: 0, paused: false })))
    expect(original.information).toMatchObject([information])
    for (const part of ['milestones', 'pages', 'hotels', 'rooms', 'information'] as const) expect(copy[part], part).toEqual(original[part])
    expect((await detail(data.id)).error).toBe('NOT_FOUND')
    expect((await act('copyCompetition', id, {}, stranger)).error).toBe('PERMISSION_DENIED')
  })
  it('[COPY-3] goes by the name of its parameter as well, by the same rules', async () => {
    const id = await complete()
    const { data } = await world.call(`${api}/copyCompetitionByCid`, { cid: id }, organiser)
    const [row] = await world.rows('SELECT title, published FROM competition_competition WHERE id = $1', [data.id])
    expect(row).toMatchObject({ title: { zh: '建模新秀赛（副本）' }, published: false })
    expect((await world.call(`${api}/copyCompetitionByCid`, { cid: id }, stranger)).error).toBe('PERMISSION_DENIED')
    expect((await world.call(`${api}/copyCompetitionByCid`, { cid: '999999' }, organiser)).error).toBe('PERMISSION_DENIED')
  })
  describe('as a file', () => {
    const zip = (content: unknown, others: Record<string, Uint8Array> = {}) =>
      zipSync({ 'competition.json': strToU8(typeof content === 'string' ? content : JSON.stringify(content)), ...others })
    /** What the job behind a call ends with. */
    const ended = async (path: string, input: Record<string, unknown>, token = organiser) => {
      const { data, error } = await world.call(`${api}/${path}`, input, token)
      if (error) return { state: 'refused', error, result: null }
      const job = async () => (await world.call(`api/platform/job/${data.jobId}`, {}, token, 'GET')).data
      await expect.poll(async () => (await job()).state).toMatch(/done|failed/)
      return job()
    }
    const download = async (competitionId: string) => {
      const { result } = await ended('exportFile', { competitionId })
      const reply = await world.app.inject({
        url: `/api/platform/file/${result.id}`,
        headers: { authorization: `Bearer ${organiser}` },
      })
      return unzipSync(new Uint8Array(reply.rawPayload))
    }
    const contentOf = (parts: Record<string, Uint8Array>) => JSON.parse(strFromU8(parts['competition.json']!))
    const uploadFile = async (bytes: Uint8Array, token = organiser) => (await upload(bytes, 'cup.zip', 'application/zip', token)).id
    const count = async () => Number((await world.rows('SELECT count(*) FROM competition_competition'))[0].count)

    it('[FILE-1] goes out and comes in again equal, with its forms, pictures and rankings, as a draft without people, its times moved', async () => {
      const id = await world.competition(MODELLING)
      const [cover, shown] = [await uploadCover(), await uploadCover()]
      const { info } = (await read(id)).data
      await act('saveInfo', id, { answers: { ...info, cover } })
      await act('saveIntro', id, { answers: { introduction: { zh: `<p>介绍</p><img src="/api/platform/file/${shown.id}" alt="图">` } } })
      const foreign = await upload(Buffer.from('%PDF-1.4 of somebody else'), 'x.csv', 'text/csv', stranger)
      await world.rows(`UPDATE competition_competition SET guide = jsonb_build_object('zh', $2::text, 'en', '') WHERE id = $1`, [
        id,
        `<p><a href="/api/platform/file/${foreign?.id ?? 'x'.repeat(22)}">他人的文件</a></p>`,
      ])
      const [{ id: roundId }] = await world.rows(
        `INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", position)
         SELECT id, "organisationId", '{"zh": "评审", "en": "Judging"}', now() + interval '90 days', now() + interval '99 days', 0
         FROM competition_competition WHERE id = $1 RETURNING id`,
        [id],
      )
      const rule = { rounds: [{ roundId, weight: 1 }], votes: 1, ties: [`round:${roundId}`], quotas: [], per: 'event', digits: 1 }
      await world.rows(
        `INSERT INTO ranking_list ("competitionId", title, source, rule, state, version) VALUES ($1, '{"zh": "总榜", "en": "All"}', 'computed', $2, 'draft', 1)`,
        [id, JSON.stringify({ ...rule, notTaken: 'zero', oneEach: true, listed: 'all' })],
      )
      const parts = await download(id)
      const content = contentOf(parts)
      expect(content).toMatchObject({ format: 'agon.competition', version: 1 })
      expect(Object.keys(parts).filter((name) => name.startsWith('files/'))).toHaveLength(2)
      // nobody is in it: no accounts, no codes, no bank account
      expect(JSON.stringify(content)).not.toMatch(/userId|authorId|editorId|organisationId|remittanceAccount|contactName|inviteCode/)

      const file = await uploadFile(zip(content, parts))
      const order = { file, organisationId, years: 1, title: { zh: '带来的竞赛' } }
      const before = await count()
      const report = (await ended('checkFile', order)).result
      expect(report).toMatchObject({ title: { zh: '带来的竞赛' }, problems: [], unknown: [] })
      expect(report.comes.map(({ what }: { what: { en: string } }) => what.en)).toEqual(
        expect.arrayContaining(['Event', 'Milestone', 'Ranking', 'Forms and score sheets', 'Pictures and files']),
      )
      expect(await count()).toBe(before)
      const taken = await ended('takeFile', order)
      expect(taken.error).toBeNull()
      const [original, made] = [await documents(id), await documents(taken.result.id)]
      expect(made.row).toMatchObject({ title: { zh: '带来的竞赛' }, published: false, taken: 0, source: { id: file } })
      expect(made.row.cover.id).not.toBe(original.row.cover.id)
      const [picture] = /file\/[\w-]{22}/.exec(made.row.introduction.zh)!
      expect(original.row.introduction.zh).not.toContain(picture)
      const drawn = await world.app.inject({ url: `/api/platform/${picture}`, headers: { authorization: `Bearer ${organiser}` } })
      expect(drawn.headers['content-type']).toBe('image/png')
      expect(made.form).toEqual(original.form)
      const plain = (rows: Record<string, unknown>[]) =>
        rows.map(({ title, capacity, fee, number, name }) => ({ title, capacity, fee, number, name }))
      for (const part of ['events', 'milestones', 'pages', 'hotels', 'rooms'] as const)
        expect(plain(made[part]), part).toEqual(plain(original[part]))
      const [list] = await world.rows('SELECT rule, state FROM ranking_list WHERE "competitionId" = $1', [taken.result.id])
      const [round] = await world.rows('SELECT id FROM review_round WHERE "competitionId" = $1', [taken.result.id])
      expect(list).toMatchObject({ state: 'draft', rule: { digits: 1, rounds: [{ roundId: round.id }], ties: [`round:${round.id}`] } })
      for (const table of ['signup_registration', 'work_work', 'review_expert', 'pay_order', 'competition_inviteCode'])
        expect(await world.rows(`SELECT FROM "${table}" WHERE "competitionId" = $1`, [taken.result.id])).toEqual([])
      // one upload becomes one competition, also when the job runs again
      expect((await ended('takeFile', order)).result).toEqual(taken.result)
      expect(await count()).toBe(before + 1)
      // whoever may not create for the organisation, and whoever did not upload it
      expect(await ended('takeFile', order, stranger)).toMatchObject({ error: 'PERMISSION_DENIED' })
      expect(await ended('exportFile', { competitionId: id }, stranger)).toMatchObject({ error: 'PERMISSION_DENIED' })
      const others = await uploadFile(zip(content), stranger)
      expect(await ended('checkFile', { ...order, file: others })).toMatchObject({ error: 'COMPETITION_FILE' })
    })

    it('[FILE-2] tells what is wrong with its place, and writes nothing of a file that is wrong anywhere', async () => {
      const content = contentOf(await download(await world.competition(MODELLING)))
      const before = await count()
      const root = content.rows['competition.competition'][0]
      const change = (fields: object, more: object = {}) => ({
        ...content,
        rows: { ...content.rows, 'competition.competition': [{ ...root, ...fields }], ...more },
      })
      const report = async (given: unknown, others?: Record<string, Uint8Array>) =>
        ended('checkFile', { file: await uploadFile(zip(given, others)), organisationId })
      expect((await report('{')).error).toBe('COMPETITION_FILE')
      expect((await report('['.repeat(500))).error).toBe('COMPETITION_FILE')
      expect((await report({ format: 'other' })).error).toBe('COMPETITION_FILE')
      expect((await report({ ...content, version: 2 })).error).toBe('COMPETITION_FILE_VERSION')
      expect((await report(change({}, { 'competition.event': Array(501).fill({ id: '1' }) }))).error).toBe('COMPETITION_FILE')
      const wrong = await report(change({ capacity: 'many', level: 'galactic', title: { zh: '长'.repeat(300) }, signupStart: 'soon' }))
      expect(wrong.result.problems.map(({ what }: { what: { en: string } }) => what.en).sort()).toEqual([
        'is not of the right kind',
        'is not of the right kind',
        'is not one of the options',
        'is too long',
      ])
      expect(wrong.result.problems[0].where.en).toMatch(/Competition no\. 1: /)
      const crossed = await report(change({ signupStart: '2027-02-02T00:00:00.000Z', signupEnd: '2027-02-01T00:00:00.000Z' }))
      expect(crossed.result.problems).toHaveLength(1)
      // a form that asks what no form of an organiser may ask
      const form = {
        ...Object.values(content.forms as Record<string, object>)[0],
        schema: { type: 'object', properties: { x: { type: 'string', 'x-options': { call: 'account.list' } } } },
      }
      expect(
        (await report({ ...content, forms: Object.fromEntries(Object.keys(content.forms).map((key) => [key, form])) })).result.problems,
      ).toHaveLength(1)
      const strange = await report(change({ colour: 'red' }, { 'circus.tent': [{ id: '1' }] }))
      expect(strange.result.unknown.map(({ en }: { en: string }) => en)).toEqual(['“colour” of Competition', 'The part “circus.tent”'])
      // what a file may not say is not taken: whose it is, that it is published, the form of another competition
      const claimed = change(
        { published: true, auditState: 'approved', organisationId: '1', taken: 5 },
        {
          'competition.event': [{ id: '1', title: { zh: '甲', en: 'A' }, formId: 'signup.c1', taken: 9 }],
        },
      )
      const taken = await ended('takeFile', { file: await uploadFile(zip(claimed)), organisationId })
      const [row] = await world.rows('SELECT * FROM competition_competition WHERE id = $1', [taken.result.id])
      expect(row).toMatchObject({ published: false, auditState: 'none', taken: 0 })
      expect(String(row.organisationId)).toBe(organisationId)
      const [event] = await world.rows('SELECT * FROM competition_event WHERE "competitionId" = $1', [taken.result.id])
      expect(event).toMatchObject({ formId: null, taken: 0 })
      // a file in it that is no picture: the rest is not written either
      const bad = change({ cover: { id: 'a'.repeat(22), size: 1, name: 'c.png' } })
      const files = { ['a'.repeat(22)]: { name: 'c.png', path: 'files/1.png' } }
      const at = await count()
      const refused = await ended('takeFile', {
        file: await uploadFile(zip({ ...bad, files }, { 'files/1.png': strToU8('MZ no picture') })),
        organisationId,
      })
      expect(refused.state).toBe('failed')
      expect(await count()).toBe(at)
      expect(at).toBe(before + 1)
    })
  })
  it('[COPY-4] takes rounds with their score sheets, votes, series and agreements along, moves every time, and tells what stays behind', async () => {
    const admin = await world.signIn('administrator')
    const from = await world.competition('青年设计双年赛')
    await world.rows(
      `INSERT INTO agreement_version (purpose, place, "organisationId", "competitionId", number, title, text, "publishedAt")
       SELECT 'signup', 'competition:' || id, "organisationId", id, 1, '{"zh": "须知", "en": "Rules"}', '{"zh": "<p>一</p>", "en": "<p>1</p>"}', now()
       FROM competition_competition WHERE id = $1`,
      [from],
    )
    // two rounds: of one event with a sheet of its own, and of the best of that
    const [{ id: first }] = await world.rows(
      `INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", "eventIds", "sheetId", "frozenAt", position)
       SELECT c.id, c."organisationId", '{"zh": "初评", "en": "First"}', c."worksEnd", c."worksEnd" + interval '9 days', to_jsonb(ARRAY[e.id::text]), c."formId", now(), 0
       FROM competition_competition c JOIN competition_event e ON e."competitionId" = c.id WHERE c.id = $1 ORDER BY e.id LIMIT 1 RETURNING id`,
      [from],
    )
    await world.rows(
      `INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", takes, "fromRoundId", "topCount", position)
       SELECT "competitionId", "organisationId", '{"zh": "终评", "en": "Last"}', "closesAt", "closesAt" + interval '9 days', 'top', id, 10, 1 FROM review_round WHERE id = $1`,
      [first],
    )
    const distance = { competitionId: from, years: 1, days: 1 }
    const shown = (await world.call('api/web/competition/movedTimes', distance, admin)).data
    const { data } = await world.call('api/web/competition/copyCompetition', { ...distance, title: { zh: '第二届' } }, admin)
    const moved = (value: Date | null) => {
      if (value === null) return null
      const at = new Date(value)
      at.setUTCFullYear(at.getUTCFullYear() + 1)
      return new Date(at.getTime() + 86_400_000)
    }
    const of = (table: string, id: string, order = 'id') =>
      world.rows(`SELECT * FROM ${table} WHERE "competitionId" = $1 ORDER BY ${order}`, [id])
    const [[before], [after]] = [
      await world.rows('SELECT * FROM competition_competition WHERE id = $1', [from]),
      await world.rows('SELECT * FROM competition_competition WHERE id = $1', [data.id]),
    ]
    expect(after).toMatchObject({
      title: { zh: '第二届', en: '第二届' },
      published: false,
      signupStart: moved(before.signupStart),
      worksEnd: moved(before.worksEnd),
    })
    expect(shown.list[0]).toMatchObject({ before: before.signupStart.toISOString(), after: after.signupStart.toISOString() })
    const [rounds, copies] = [await of('review_round', from), await of('review_round', data.id)]
    expect(rounds.length).toBeGreaterThan(0)
    expect(copies.map(({ title, opensAt, closesAt, frozenAt }) => ({ title, opensAt, closesAt, frozenAt }))).toEqual(
      rounds
        .filter(({ removedAt }) => removedAt === null)
        .map(({ title, opensAt, closesAt }) => ({ title, opensAt: moved(opensAt), closesAt: moved(closesAt), frozenAt: null })),
    )
    for (const [at, copy] of copies.entries()) {
      expect(copy.sheetId).toBe(rounds[at].sheetId === null ? null : `review.r${copy.id}`)
      expect(copy.eventIds?.length ?? null).toBe(rounds[at].eventIds?.length ?? null)
      const foreign = (copy.eventIds ?? []).map(String).filter((id: string) => rounds[at].eventIds.map(String).includes(id))
      expect(foreign).toEqual([])
    }
    expect(String(copies.at(-1).fromRoundId)).toBe(String(copies.at(-2).id))
    const [votes, copiedVotes] = [await of('vote_setting', from), await of('vote_setting', data.id)]
    expect(copiedVotes.map(({ opensAt, perPerson }) => [opensAt, perPerson])).toEqual(
      votes.map(({ opensAt, perPerson }) => [moved(opensAt), perPerson]),
    )
    const year = (id: string) =>
      world.rows('SELECT prefix, year, "nextNumber"::int AS next FROM certificate_series WHERE "competitionId" = $1 ORDER BY prefix', [id])
    for (const series of await year(data.id)) expect(series).toMatchObject({ next: 1 })
    const agreements = await of('agreement_version', data.id)
    expect(agreements.find(({ title }) => title.en === 'Rules')).toMatchObject({
      place: `competition:${data.id}`,
      number: 1,
      publishedAt: null,
    })
    expect(agreements.every(({ publishedAt }) => publishedAt === null)).toBe(true)
    for (const table of ['signup_registration', 'work_work', 'review_expert', 'pay_order', 'competition_inviteCode'])
      expect([table, (await world.rows(`SELECT FROM "${table}" WHERE "competitionId" = $1`, [data.id])).length]).toEqual([table, 0])
    expect(data.left).toEqual(shown.left)
    expect(data.left.map(({ what }: { what: { zh: string } }) => what.zh)).toEqual(expect.arrayContaining(['报名', '作品']))
    expect((await world.call('api/web/competition/movedTimes', distance, stranger)).error).toBe('PERMISSION_DENIED')
  })
  it('[COPY-2] copies one event into a competition of the same people, its places free', async () => {
    const from = await world.competition(MODELLING)
    const [event] = await world.rows('SELECT * FROM competition_event WHERE "competitionId" = $1 ORDER BY id LIMIT 1', [from])
    const target = await draft()
    const { data } = await act('copy', target, { eventId: String(event.id) })
    const [copy] = await world.rows('SELECT * FROM competition_event WHERE id = $1', [data.id])
    expect(copy).toMatchObject({ title: event.title, capacity: event.capacity, fee: event.fee, taken: 0, competitionId: target })
    const foreign = await world.event(await world.competition('开放硬件黑客马拉松'), '正赛')
    const [{ id: own }] = await world.rows(
      `SELECT c.id FROM competition_competition c JOIN competition_event e ON e."competitionId" = c.id WHERE e.id = $1`,
      [event.id],
    )
    expect((await act('copy', String(own), { eventId: foreign }, stranger)).error).toBe('PERMISSION_DENIED')
  })
})

describe('times and lists', () => {
  it('[TIMES-1] all times are read in order, and one is taken out by those who may', async () => {
    const id = await complete()
    const times = async (token = organiser) => world.call(`${api}/getTimes`, { competitionId: id }, token, 'GET')
    const before = (await times()).data
    expect(before.list.map(({ at }: { at: string }) => at)).toEqual(before.list.map(({ at }: { at: string }) => at).toSorted())
    const [{ id: milestone }] = before.answers.milestones
    expect((await act('delTimes', id, { id: milestone }, stranger)).error).toBe('PERMISSION_DENIED')
    expect((await act('delTimes', id, { id: milestone })).code).toBe(0)
    expect((await act('delTimes', id, { id: milestone })).error).toBe('NOT_FOUND')
    const after = (await times()).data
    expect(after.total).toBe(before.total - 1)
    expect(after.answers.milestones ?? []).toEqual([])
    expect((await times(stranger)).error).toBe('PERMISSION_DENIED')
  })
  it('[GROUP-5] the competitions of an organisation are those that everybody may see', async () => {
    const id = await draft('还没有公开的竞赛')
    const of = async () =>
      (await world.call(`${api}/queryCompetitionByGroupId`, { groupId: organisationId, pageSize: 100 }, null, 'GET')).data
    const { list, total } = await of()
    expect(total).toBe(list.length)
    expect(list.every((row: { organisationId: string }) => row.organisationId === organisationId)).toBe(true)
    expect(list.map((row: { id: string }) => row.id)).toContain(await world.competition(MODELLING))
    expect(list.map((row: { id: string }) => row.id)).not.toContain(id)
  })
})

describe('settings', () => {
  it('[TABS-1] switches tabs off, orders and renames them for visitors', async () => {
    const id = await complete()
    await act(`publish/${id}`, id)
    const tabs = [
      { id: 'Points', shown: true, title: { zh: '分组', en: 'Divisions' } },
      { id: 'worksShow', shown: false },
    ]
    expect(
      (
        await world.app.inject({
          method: 'PUT',
          url: `/${api}/tab/control`,
          headers: { authorization: `Bearer ${organiser}` },
          payload: { competitionId: id, tabs },
        })
      ).json().code,
    ).toBe(0)
    const shown = (await world.call(`${api}/${id}/tab/control`, {}, null, 'GET')).data.tabs
    expect(shown[0]).toEqual({ id: 'Points', shown: true, empty: false, title: { zh: '分组', en: 'Divisions' } })
    // what has nothing to show says so: the page leaves it out
    const empty = (list: { id: string; empty: boolean }[]) => list.filter((tab) => tab.empty).map((tab) => tab.id)
    expect(empty(shown).sort()).toEqual(['dynamicState', 'entryGuide', 'player', 'rankingList', 'team'])
    expect(empty((await world.call(`${api}/${await world.competition(MODELLING)}/tab/control`, {}, null, 'GET')).data.tabs)).not.toContain(
      'dynamicState',
    )
    expect(shown.map(({ id: tab }: { id: string }) => tab)).not.toContain('worksShow')
    expect((await act('tab/control', id, { tabs: [{ id: 'nothing', shown: true }] })).error).toBe('TAB_UNKNOWN')
  })
  it('[FORM-79] keeps a form as a draft, says what is wrong with it, and publishes it when it is right', async () => {
    const id = await draft()
    const form = async (of: string) => (await world.call(`${api}/form`, { competitionId: of }, organiser, 'GET')).data
    const { content, revision } = await form(id)
    const save = (changed: object, known: string | null) => act('form/save', id, { content: changed, revision: known })
    const wrong = await save(
      { ...content, schema: { type: 'object', properties: { a: { type: 'string', 'x-widget': 'nowhere' } } } },
      revision,
    )
    expect(wrong.code).toBe(0)
    const refused = await act('form/publish', id)
    expect(refused.error).toBe('DOCUMENT_INVALID')
    expect((refused.details as { failures: { path: string }[] }).failures[0]!.path).toContain('/schema/properties/a')
    expect((await save(content, revision)).error).toBe('DOCUMENT_REVISION')
    expect((await save(content, (await form(id)).revision)).code).toBe(0)
    expect((await act('form/publish', id)).code).toBe(0)
    expect((await read(id)).data.completeness.missing.map(({ code }: { code: string }) => code)).not.toContain('form')
  })
  it('[FORM-81] with texts in Chinese alone is named where the title is in English, on the overview and when one publishes', async () => {
    const id = await complete()
    const reported = async () => (await read(id)).data
    await act('form/publish', id)
    expect((await reported()).contradictions).not.toContain('未翻译')
    const { content, revision } = (await world.call(`${api}/form`, { competitionId: id }, organiser, 'GET')).data
    const division = { type: 'string', title: { zh: '组别', en: '组别' }, 'x-widget': 'text' }
    const schema = { ...content.schema, properties: { ...content.schema.properties, division } }
    expect((await act('form/save', id, { revision, content: { ...content, schema } })).error).toBeUndefined()
    expect((await act('form/publish', id)).error).toBeUndefined()
    expect((await reported()).contradictions).toContain('未翻译')
    expect((await reported()).completeness.missing.map(({ code }: { code: string }) => code)).toContain('translations')
    await act('saveInfo', id, { answers: { ...(await reported()).info, title: { zh: '建模新秀赛', en: '建模新秀赛' } } })
    expect((await reported()).contradictions).not.toContain('未翻译')
  })
  it('[FORM-80] publishes what a form begins as when nothing was changed', async () => {
    const id = await draft()
    expect((await act('form/publish', id)).code).toBe(0)
    expect((await world.call(`${api}/form`, { competitionId: id }, organiser, 'GET')).data).toMatchObject({ state: 'published' })
  })
  it('[INVITE-1] a competition by invitation needs a code to be published; the last use goes to one', async () => {
    const id = await complete()
    await act('updateCompetitionPrivate', id, { visibility: 'invite' })
    expect((await act(`publish/${id}`, id)).error).toBe('COMPETITION_INCOMPLETE')
    const { codes } = (await act('inviteCode/save', id, { count: 1, uses: 1 })).data
    expect(codes[0]).toMatch(/^[A-Z2-9]{8}$/)
    expect((await act(`publish/${id}`, id)).code).toBe(0)
  })
  it('[LISTS-1] answers who manages, what is there, and what was done', async () => {
    const id = await complete()
    expect((await world.call(`${api}/havaCompetition`, {}, organiser, 'GET')).data.total).toBeGreaterThan(0)
    expect((await world.call(`${api}/selectInfo`, { ids: id }, organiser)).error).toBe('CALL_INPUT')
    expect((await world.call(`${api}/selectInfo`, { ids: [id] }, organiser)).data.list).toHaveLength(1)
    expect(
      (
        await world.call(`${api}/queryCompetition`, { visibility: 'public', published: false, pageSize: 100 }, organiser, 'GET')
      ).data.list.map((row: { id: string }) => row.id),
    ).toContain(id)
    expect((await world.call(`${api}/judge/${id}`, {}, organiser, 'GET')).data).toMatchObject({
      manages: true,
      registered: false,
      published: false,
    })
    expect((await world.call(`${api}/judge/${id}`, {}, null, 'GET')).error).toBe('NOT_FOUND')
    const { list } = (await world.call(`${api}/queryLogList`, { competitionId: id }, organiser)).data
    expect(list.map(({ call }: { call: string }) => call)).toEqual(expect.arrayContaining(['competition.create', 'competition.saveTimes']))
    expect((await world.call(`${api}/queryLogList`, { competitionId: id }, stranger)).data.list).toEqual([])
  })
})
