/** Works: handed in by approved registrations within their window, read by their organiser, shown to visitors as the organiser chooses. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { callDocument } from '../harness/callDocument.ts'
import { createWorld, DESIGN, HACKATHON, serverScope, type World } from './roadWorld.ts'

const pool = 'api/web/resource/pool'
const NOT_FOUND = { error: 'NOT_FOUND' }
const NOBODY_IS_SHOWN = '999999999'
const START = Date.parse('2027-03-02T00:00:00.000Z')
const END = Date.parse('2027-03-10T00:00:00.000Z')

/** The call that hands in, without its lock. */
function unlockedCall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-works-'))
  const call = callDocument('work.submit')
  const { locks: _, ...rest } = call
  mkdirSync(join(folder, 'schemas/fixture'), { recursive: true })
  const document = { ...rest, id: 'fixture.submitUnlocked', path: 'POST api/web/fixture/submitUnlocked' }
  writeFileSync(join(folder, 'schemas/fixture/submitUnlocked.call.json'), JSON.stringify(document))
  return folder
}

let world: World
let overlay: string
let design: string
let organiser: string
let foreigner: string
let formHash: string
let now: number | null = null
beforeAll(async () => {
  overlay = unlockedCall()
  world = await createWorld({ template: 'seeded', overlays: [overlay], clock: () => (now === null ? new Date() : new Date(now)) })
  design = await world.competition(DESIGN)
  organiser = await world.signIn('organiser')
  foreigner = await world.signIn('organiser 2')
  formHash = (await get(`${pool}/rule`, { competitionId: design })).data.formHash
})
afterAll(async () => {
  await world?.close()
  rmSync(overlay, { recursive: true, force: true })
})

const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token, 'GET')
const post = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token)
const put = async (path: string, payload: object, token: string) => {
  const reply = await world.app.inject({ method: 'PUT', url: `/${path}`, headers: { authorization: `Bearer ${token}` }, payload })
  return reply.json()
}
const at = async <T>(moment: number, act: () => Promise<T>): Promise<T> => {
  now = moment
  try {
    return await act()
  } finally {
    now = null
  }
}

interface Entrant {
  id: string
  token: string
  registrationId: string
}
/** Somebody whose registration for the biennial is approved (or has another status). */
async function entrant(status = 4): Promise<Entrant> {
  const { id, token } = await world.newcomer()
  const [row] = await world.rows(
    `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", school, "agreedAt", "submittedAt")
     SELECT "competitionId", "eventId", "organisationId", $2, $3, "formHash", answers, '新人工作室', '海州大学', "agreedAt", "submittedAt"
     FROM signup_registration WHERE "competitionId" = $1 AND status = 4 ORDER BY id LIMIT 1 RETURNING id`,
    [design, id, status],
  )
  return { id, token, registrationId: String(row.id) }
}
const picture = (width = 480, height = 270) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
async function upload(userId: string, name: string, bytes?: Buffer) {
  const scope = serverScope(world, world.server.deps.db)
  const files = world.server.deps.services.files.bind({ ...scope, session: { ...scope.session, userId } })
  return files.store(Readable.from(bytes ?? (await picture())), { name, purpose: 'answer' })
}
async function answersOf(userId: string, change: Record<string, unknown> = {}) {
  return {
    title: '可折叠的晒谷场',
    introduction: '把废弃的晒谷场变成村里的公共客厅。',
    keywords: '乡村、公共空间',
    cover: [await upload(userId, 'cover.png')],
    attachments: [await upload(userId, 'board.png')],
    link: 'https://video.example/w1',
    ...change,
  }
}
async function handIn(who: Entrant, change: Record<string, unknown> = {}, path = `${pool}/save`) {
  return post(path, { registrationId: who.registrationId, formHash, answers: await answersOf(who.id, change) }, who.token)
}
const show = (ids: string[], status = true) => put('api/web/work/changeWorkShowStatus', { workIds: ids, status }, organiser)

describe('the window of works', () => {
  const WINDOW = [`UPDATE competition_competition SET "worksStart" = $2, "worksEnd" = $3 WHERE id = $1`] as const
  let before: { worksStart: string; worksEnd: string }
  beforeAll(async () => {
    before = (await world.rows('SELECT "worksStart", "worksEnd" FROM competition_competition WHERE id = $1', [design]))[0]
    await world.rows(WINDOW[0], [design, new Date(START).toISOString(), new Date(END).toISOString()])
  })
  afterAll(() => world.rows(WINDOW[0], [design, before.worksStart, before.worksEnd]))

  it('[WORK-1] opens and closes at the very millisecond by the clock of the server, for handing in, changing and withdrawing', async () => {
    const tried = async (moment: number) => {
      const who = await entrant()
      return at(moment, async () => (await handIn(who)).error ?? 'taken')
    }
    expect([await tried(START - 1), await tried(START)]).toEqual(['WORK_NOT_STARTED', 'taken'])
    expect([await tried(END), await tried(END + 1)]).toEqual(['taken', 'WORK_CLOSED'])
    const who = await entrant()
    const { data } = await at(START, () => handIn(who))
    const answers = await answersOf(who.id, { title: '改过的名字' })
    const change = (moment: number) =>
      at(moment, async () => (await post(`${pool}/saveMaterial`, { id: data.id, answers }, who.token)).error)
    const withdraw = (moment: number) => at(moment, async () => (await post(`${pool}/withdraw`, { id: data.id }, who.token)).error)
    expect([await change(END), await change(END + 1)]).toEqual([undefined, 'WORK_CLOSED'])
    expect([await withdraw(END + 1), await withdraw(END)]).toEqual(['WORK_CLOSED', undefined])
    expect(await at(END + 1, () => post(`${pool}/resubmit`, { id: data.id }, who.token))).toMatchObject({ error: 'WORK_CLOSED' })
    const [stored] = await world.rows('SELECT title, state, revision FROM work_work WHERE id = $1', [data.id])
    expect(stored).toEqual({ title: '改过的名字', state: 'withdrawn', revision: 2 })
  })

  it('[WORK-2] tells each registration what comes next, and the competition page its one button', async () => {
    const who = await entrant()
    const next = async () => (await get(`${pool}/ruleV2`, { registrationId: who.registrationId }, who.token)).data.next
    const button = async () => (await get(`api/web/competition/btn/${design}`, {}, who.token)).data.next
    expect(await at(START - 1, next)).toBe('notStarted')
    expect([await at(START, next), await at(START, button)]).toEqual(['submit', 'submitWork'])
    await at(START, () => handIn(who))
    expect([await at(END, next), await at(END, button)]).toEqual(['limit', 'changeWork'])
    expect([await at(END + 1, next), await at(END + 1, button)]).toEqual(['closed', 'approved'])
    const waiting = await entrant(2)
    expect((await at(START, () => get(`${pool}/ruleV2`, { registrationId: waiting.registrationId }, waiting.token))).data.next).toBe(
      'notRegistered',
    )
  })
})

describe('handing in', () => {
  it('[WORK-3] takes works of approved registrations only, and only of the person’s own', async () => {
    for (const status of [2, 3, 5]) expect(await handIn(await entrant(status))).toMatchObject({ error: 'WORK_NOT_REGISTERED' })
    const [one, other] = [await entrant(), await entrant()]
    expect(await handIn({ ...one, token: other.token })).toMatchObject(NOT_FOUND)
    expect(await handIn({ ...one, token: null as never })).toMatchObject({ error: 'SESSION_REQUIRED' })
  })

  it('[WORK-4] refuses what the specification refuses, each at its field, and keeps nothing', async () => {
    const who = await entrant()
    const small = [await upload(who.id, 'small.png', await picture(479, 270))]
    const script = [{ ...(await upload(who.id, 'board.png')), name: 'tool.exe' }]
    const wrong: [Record<string, unknown>, string][] = [
      [{ title: '' }, '/title'],
      [{ introduction: undefined }, '/introduction'],
      [{ keywords: ' ' }, '/keywords'],
      [{ cover: small }, '/cover'],
      [{ link: 'https://a.example https://b.example' }, '/link'],
    ]
    for (const [change, path] of wrong) {
      const reply = await handIn(who, change)
      expect([path, reply.error, reply.details?.errors?.[0]?.path]).toEqual([path, 'FORM_INVALID', path])
    }
    // the stored facts count, whatever the browser says of a file
    expect((await handIn(who, { attachments: script })).error).toBeUndefined()
    const [{ attachments }] = await world.rows('SELECT attachments FROM work_work WHERE "registrationId" = $1', [who.registrationId])
    expect(attachments[0].name).toBe('board.png')
  })

  it('[WORK-5] takes no more than the competition allows of one registration, whoever sends at once; a withdrawn work makes room', async () => {
    const who = await entrant()
    const replies = await Promise.all(Array.from({ length: 5 }, () => handIn(who)))
    expect(replies.map(({ error }) => error ?? 'taken').toSorted()).toEqual([...Array(4).fill('WORK_LIMIT'), 'taken'])
    const { id } = replies.find(({ error }) => !error)!.data
    expect((await post(`${pool}/withdraw`, { id }, who.token)).data).toMatchObject({ state: 'withdrawn' })
    const second = await handIn(who)
    expect(second.error).toBeUndefined()
    expect(await post(`${pool}/resubmit`, { id }, who.token)).toMatchObject({ error: 'WORK_LIMIT' })
    await post(`${pool}/withdraw`, { id: second.data.id }, who.token)
    expect((await post(`${pool}/resubmit`, { id }, who.token)).data).toMatchObject({ state: 'submitted' })
  })

  it('[WORK-6] (control) takes several when the lock is off', async () => {
    const who = await entrant()
    await world.rows(`CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END'`)
    await world.rows('CREATE TRIGGER slowly BEFORE INSERT ON work_work FOR EACH ROW EXECUTE FUNCTION slowly()')
    const replies = await Promise.all(Array.from({ length: 5 }, () => handIn(who, {}, 'api/web/fixture/submitUnlocked')))
    await world.rows('DROP TRIGGER slowly ON work_work')
    expect(replies.filter(({ error }) => !error).length).toBeGreaterThan(1)
  })

  it('[WORK-7] tells the author, keeps the draft only until then, and who saves over a newer revision', async () => {
    const who = await entrant()
    const { draftKey } = (await get(`${pool}/ruleV2`, { registrationId: who.registrationId }, who.token)).data
    await post('api/platform/draft', { key: draftKey, hash: formHash, answers: { title: '半' } }, who.token)
    const { data } = await handIn(who)
    expect(await world.rows('SELECT 1 FROM platform_draft WHERE key = $1', [draftKey])).toEqual([])
    const [message] = await world.rows(`SELECT template FROM platform_outbox WHERE "userId" = $1`, [who.id])
    expect(message.template).toBe('work.received')
    const answers = await answersOf(who.id, { title: '第二稿' })
    const save = (revision: number) => post(`${pool}/saveMaterial`, { id: data.id, revision, answers }, who.token)
    expect((await save(1)).data.revision).toBe(2)
    expect(await save(1)).toMatchObject({ error: 'WORK_CHANGED', details: { revision: 2 } })
    const own = await get(`${pool}/own/answers/${data.id}`, {}, who.token)
    expect(own.data.answers).toMatchObject({ title: '第二稿', keywords: '乡村、公共空间' })
  })
})

describe('rights', () => {
  it('[WORK-8] shows a work to its author and its organisers; for all others it does not exist', async () => {
    const [who, other] = [await entrant(), await entrant()]
    const { id } = (await handIn(who)).data
    const answers = await answersOf(other.id)
    for (const reply of [
      await get(`${pool}/own/${id}`, {}, other.token),
      await get(`${pool}/own/answers/${id}`, {}, other.token),
      await get(`${pool}/ruleV2/${id}`, {}, other.token),
      await post(`${pool}/saveMaterial`, { id, answers }, other.token),
      await post(`${pool}/withdraw`, { id }, other.token),
      await get(`${pool}/${id}/team`, {}, other.token),
      await get(`${pool}/queryDetail`, { id }),
      await get(`api/web/work/detail/${id}`, {}, foreigner),
      await get(`api/web/work/answers/${id}`, {}, foreigner),
      await put('api/web/work/changeWorkTopStatus', { workIds: id, status: 1 }, foreigner),
      await put('api/web/work/changeWorkOpenDownloadStatus', { workIds: [id], status: true }, foreigner),
      await post(`${pool}/delete`, { workIds: id }, foreigner),
      await post(`api/web/work/downloadWork/${id}`, {}, foreigner),
    ])
      expect(reply).toMatchObject(NOT_FOUND)
    expect((await get(`${pool}/own/${id}`, {}, who.token)).data).toMatchObject({ id, editable: true, public: false })
    expect((await get(`${pool}/${id}/team`, {}, who.token)).data).toMatchObject({ name: '新人工作室', school: '海州大学' })
    expect((await get(`api/web/work/detail/${id}`, {}, organiser)).data).toMatchObject({ id, title: '可折叠的晒谷场', revision: 1 })
  })

  it('[WORK-20] lets the members of a team look at what their captain handed in, and change nothing', async () => {
    const [captain, member] = [await entrant(), await world.newcomer()]
    const { id } = (await handIn(captain)).data
    const look = async () => [
      (await get(`${pool}/own/${id}`, {}, member.token)).data,
      (await get(`${pool}/own/answers/${id}`, {}, member.token)).data?.answers.title,
      (await get(`${pool}/ofSignup/${captain.registrationId}`, {}, member.token)).data.total,
    ]
    expect(await look()).toEqual([null, undefined, 0])
    await world.rows(
      `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
       SELECT id, "competitionId", "eventId", $2, '何队员', 'contestant', 'active' FROM signup_registration WHERE id = $1`,
      [captain.registrationId, member.id],
    )
    expect(await look()).toEqual([expect.objectContaining({ id, mine: false, editable: false }), '可折叠的晒谷场', 1])
    const rule = () => get(`${pool}/ruleV2`, { registrationId: captain.registrationId }, member.token)
    expect((await rule()).data).toMatchObject({ next: 'captain', used: 1 })
    expect(await handIn({ ...captain, token: member.token })).toMatchObject(NOT_FOUND)
    for (const path of ['withdraw', 'resubmit', 'saveMaterial'])
      expect([path, await post(`${pool}/${path}`, { id, ...(path === 'saveMaterial' && { answers: {} }) }, member.token)]).toMatchObject([
        path,
        NOT_FOUND,
      ])
    await world.rows('DELETE FROM team_member WHERE "userId" = $1', [member.id])
    await world.rows('UPDATE signup_registration SET "isTeam" = true, status = 5 WHERE id = $1', [captain.registrationId])
    expect(await post('api/web/competition/delGroup', { id: captain.registrationId }, organiser)).toMatchObject({ error: 'TEAM_HAS_WORKS' })
  })

  it('[WORK-9] lets nobody without the right manage works: participants, and experts, who see what is assigned to them', async () => {
    const { token, id } = await entrant()
    expect(await post('api/web/work/list', { competitionId: design }, token)).toMatchObject({ error: 'PERMISSION_DENIED' })
    await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.expert', 'competition', $2)`, [
      id,
      design,
    ])
    world.server.deps.services.sessions.bind(serverScope(world, world.server.deps.db)).changed(id)
    expect(await post('api/web/work/list', { competitionId: design }, token)).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect((await post('api/web/work/list', { competitionId: design }, foreigner)).data).toMatchObject({ list: [], total: 0 })
    expect((await post('api/web/work/list', { competitionId: design }, organiser)).data.total).toBeGreaterThan(5)
  })
})

describe('the organiser', () => {
  const listed = async (input: Record<string, unknown> = {}) =>
    (await post('api/web/work/list', { competitionId: design, pageSize: 100, ...input }, organiser)).data

  it('[WORK-10] finds works by the form’s own fields, by words and by what is shown, and counts the same', async () => {
    const all = await listed()
    const withAi = await listed({ answers: { usesAi: true } })
    expect(withAi.total).toBe(all.list.filter(({ answers }: { answers: { usesAi?: boolean } }) => answers.usesAi === true).length)
    expect(withAi.total).toBeGreaterThan(0)
    const [{ displayName, title }] = all.list
    expect((await listed({ search: title })).list.map((work: { title: string }) => work.title)).toContain(title)
    expect((await listed({ search: displayName })).total).toBeGreaterThan(0)
    const { total } = (await get('api/web/work/count', { competitionId: design, shown: true }, organiser)).data
    expect((await listed({ shown: true })).total).toBe(total)
    const results = (await post('api/web/work/statistics', { competitionId: design }, organiser)).data
    expect(JSON.stringify(results)).toContain('usesAi')
  })

  it('[WORK-11] deletes works with a way back that never passes the limit; their authors are told', async () => {
    const who = await entrant()
    const { id } = (await handIn(who)).data
    expect((await post(`${pool}/delete`, { workIds: [id] }, organiser)).data).toEqual({ removed: 1 })
    expect(await get(`${pool}/own/${id}`, {}, who.token)).toMatchObject(NOT_FOUND)
    expect(await get(`api/web/work/detail/${id}`, {}, organiser)).toMatchObject(NOT_FOUND)
    const deleted = (await get('api/web/work/removed', { competitionId: design }, organiser)).data.list
    expect(deleted.map((work: { id: string }) => work.id)).toContain(id)
    const second = await handIn(who)
    expect(await post('api/web/work/restore', { workIds: [id] }, organiser)).toMatchObject({ error: 'WORK_LIMIT' })
    await post(`${pool}/withdraw`, { id: second.data.id }, who.token)
    expect((await post('api/web/work/restore', { workIds: [id] }, organiser)).data).toEqual({ restored: 1 })
    expect((await get(`${pool}/own/${id}`, {}, who.token)).data.state).toBe('submitted')
    const reported = await world.rows(`SELECT template FROM platform_outbox WHERE "userId" = $1 AND template = 'work.removed'`, [who.id])
    expect(reported).toHaveLength(1)
  })

  it('[WORK-12] packs the files of works into one archive, a folder each, with a list of them', async () => {
    const [one, other] = [await entrant(), await entrant()]
    const twice = [await upload(one.id, 'board.png'), await upload(one.id, 'board.png')]
    const first = (await handIn(one, { attachments: twice })).data.id
    const second = (await handIn(other, { title: '../=1+1', attachments: undefined })).data.id
    const ordered = await post(`api/web/work/downloadWork/${first},${second}`, {}, organiser)
    const job = async () => (await get(`api/platform/job/${ordered.data.jobId}`, {}, organiser)).data
    await expect.poll(async () => (await job()).state).toBe('done')
    const { result } = await job()
    const bytes = (await world.app.inject({ url: `/api/platform/file/${result.id}`, headers: { authorization: `Bearer ${organiser}` } }))
      .rawPayload
    const { default: jszip } = await import('jszip')
    const archive = await jszip.loadAsync(bytes)
    const names = Object.values(archive.files)
      .filter(({ dir }) => !dir)
      .map(({ name }) => name)
    const folder = `${first} 新人工作室 可折叠的晒谷场`
    expect(names.toSorted()).toEqual(
      [
        `${folder}/board (2).png`,
        `${folder}/board.png`,
        `${folder}/cover.png`,
        `${second} 新人工作室 ..-=1+1/cover.png`,
        '作品清单.csv',
      ].toSorted(),
    )
    expect(Buffer.from(await archive.file(`${folder}/cover.png`)!.async('nodebuffer')).equals(await picture())).toBe(true)
    expect(await archive.file('作品清单.csv')!.async('string')).toContain(`${first},可折叠的晒谷场,新人工作室,https://video.example/w1,3`)
    const stranger = await world.app.inject({
      url: `/api/platform/file/${result.id}`,
      headers: { authorization: `Bearer ${foreigner}` },
    })
    expect(stranger.json()).toMatchObject(NOT_FOUND)
    // the archive itself to a client that takes files, whichever method it uses
    for (const method of ['GET', 'POST'] as const) {
      const headers = { authorization: `Bearer ${organiser}`, accept: '*/*' }
      const direct = await world.app.inject({ method, url: `/api/web/work/downloadWork/${first},${second}`, headers })
      expect(direct.headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': expect.stringContaining('.zip') })
      expect(Object.keys((await jszip.loadAsync(direct.rawPayload)).files).toSorted()).toEqual(Object.keys(archive.files).toSorted())
    }
    expect(await post('api/web/work/downloadWork/all', { competitionId: await world.competition(HACKATHON) }, organiser)).toMatchObject({
      error: 'WORK_NO_FILES',
    })
  })
})

describe('visitors', () => {
  const showcase = async (input: Record<string, unknown> = {}) =>
    (await get(`api/web/competition/works/${design}`, { pageSize: 100, ...input })).data
  const file = async (id: string) => {
    const reply = await world.app.inject(`/api/platform/file/${id}`)
    return reply.headers['content-type'] === 'image/png' ? 'read' : reply.json().error
  }

  it('[WORK-13] see what the organiser shows, pinned ones first, by event, words and name, and of a work what the specification names', async () => {
    const shown = await world.rows(`SELECT id, "eventId", pinned FROM work_work WHERE "competitionId" = $1 AND shown`, [design])
    const { list, total } = await showcase()
    expect(total).toBe(shown.length)
    const pins = list.map(({ pinned }: { pinned: boolean }) => pinned)
    expect(pins).toEqual(pins.toSorted((one: boolean, two: boolean) => Number(two) - Number(one)))
    expect(pins.filter(Boolean).length).toBeGreaterThan(0)
    const { eventId } = list[0]
    expect((await showcase({ eventId })).total).toBe(shown.filter((row) => String(row.eventId) === eventId).length)
    expect((await showcase({ search: list[0].name })).list.map(({ id }: { id: string }) => id)).toContain(list[0].id)
    expect((await get(`${pool}/query`, { competitionId: design })).data.total).toBe(total)
    const [{ phone }] = await world.rows(
      `SELECT r.answers->>'phone' AS phone FROM signup_registration r JOIN work_work w ON w."registrationId" = r.id WHERE w.id = $1`,
      [list[0].id],
    )
    expect(JSON.stringify(await get(`api/web/competition/work/${list[0].id}`))).not.toContain(phone)
    expect(await get(`api/web/competition/work/${NOBODY_IS_SHOWN}`)).toMatchObject(NOT_FOUND)
  })

  it('[WORK-14] see a work once it is shown, its attachments once they are open, and neither when its author changes it or loses the place', async () => {
    const who = await entrant()
    const { id } = (await handIn(who)).data
    const [row] = await world.rows('SELECT cover, attachments FROM work_work WHERE id = $1', [id])
    const one = () => get(`api/web/competition/work/${id}`)
    const files = async () => [await file(row.cover.id), await file(row.attachments[0].id)]
    expect([(await one()).error, ...(await files())]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    await show([id])
    expect((await one()).data).toMatchObject({ id, name: '新人工作室', attachments: [] })
    expect(await files()).toEqual(['read', 'NOT_FOUND'])
    expect(await put('api/web/work/changeWorkOpenDownloadStatus', { workIds: id, status: 1 }, organiser)).toMatchObject({
      data: { changed: 1 },
    })
    expect((await one()).data.attachments).toHaveLength(1)
    expect(await files()).toEqual(['read', 'read'])
    await put('api/web/work/changeWorkTopStatus', { workIds: [id], status: true }, organiser)
    expect((await showcase()).list.find((work: { id: string }) => work.id === id).pinned).toBe(true)
    await world.rows('UPDATE signup_registration SET status = 5 WHERE id = $1', [who.registrationId])
    expect([(await one()).error, ...(await files())]).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    await world.rows('UPDATE signup_registration SET status = 4 WHERE id = $1', [who.registrationId])
    expect((await one()).code).toBe(0)
    const changed = await post(`${pool}/saveMaterial`, { id, answers: await answersOf(who.id) }, who.token)
    expect([changed.error, (await one()).error]).toEqual([undefined, 'NOT_FOUND'])
    expect(await show([id])).toMatchObject({ data: { changed: 1 } })
    await post(`${pool}/withdraw`, { id }, who.token)
    expect(await one()).toMatchObject(NOT_FOUND)
    expect(await show([id])).toMatchObject(NOT_FOUND)
  })

  it('[WORK-15] see no work of a competition that does not make its works public, nor of one that is not published', async () => {
    const { list } = await showcase()
    for (const column of ['worksPublic', 'published']) {
      await world.rows(`UPDATE competition_competition SET "${column}" = false WHERE id = $1`, [design])
      expect([column, (await get(`api/web/competition/work/${list[0].id}`)).error]).toEqual([column, 'NOT_FOUND'])
      await world.rows(`UPDATE competition_competition SET "${column}" = true WHERE id = $1`, [design])
    }
    expect((await get(`api/web/competition/work/${list[0].id}`)).code).toBe(0)
  })
})

describe('the form of works', () => {
  const form = 'api/web/competition/form'
  const opened = async () =>
    (await post(form, { competitionId: design, purpose: 'work' }, organiser)).data as { content: FormDocument; revision: string }

  it('[WORK-16] keeps the fields that every work has: a form without them is not published', async () => {
    const { content, revision } = await opened()
    const broken = structuredClone(content)
    delete broken.schema.properties.keywords
    broken.schema.properties.cover = { ...broken.schema.properties.cover, imageMinSize: [100, 100] }
    broken.schema.required = broken.schema.required!.filter((name) => name !== 'keywords' && name !== 'introduction')
    const saved = await post(`${form}/save`, { competitionId: design, purpose: 'work', content: broken, revision }, organiser)
    const codes = (failures: { code: string }[]) => failures.map(({ code }) => code).toSorted()
    const expected = ['FIELD_FIXED', 'FIELD_FIXED_COVER', 'FIELD_FIXED_REQUIRED']
    expect(codes(saved.data.failures)).toEqual(expected)
    const refused = await post(`${form}/publish`, { competitionId: design, purpose: 'work' }, organiser)
    expect([refused.error, codes(refused.details!.failures as { code: string }[])]).toEqual(['DOCUMENT_INVALID', expected])
    await post(`${form}/save`, { competitionId: design, purpose: 'work', content, revision: saved.data.revision }, organiser)
  })

  it('[WORK-17] has versions: effect told before, works keep theirs and are changed at it, new ones need the new one', async () => {
    const who = await entrant()
    const { id } = (await handIn(who)).data
    const { content, revision } = await opened()
    const next = structuredClone(content)
    delete next.schema.properties.link
    next.schema.properties.motto = { type: 'string', title: { zh: '一句话', en: 'In one line' }, 'x-section': 'work' }
    next.schema.required = [...next.schema.required!, 'motto']
    const input = { competitionId: design, purpose: 'work' }
    const impact = (await post(`${form}/impact`, { ...input, content: next }, organiser)).data
    const [{ count }] = await world.rows('SELECT count(*)::integer FROM work_work WHERE "competitionId" = $1', [design])
    expect(impact.submitted).toMatchObject({ total: count, incomplete: count })
    await post(`${form}/save`, { ...input, content: next, revision }, organiser)
    const published = await post(`${form}/publish`, input, organiser)
    expect(published.error).toBeUndefined()
    const { hash } = published.data
    expect(await handIn(await entrant())).toMatchObject({ error: 'FORM_CHANGED', details: { hash } })
    const changed = await post(`${pool}/saveMaterial`, { id, formHash, answers: await answersOf(who.id) }, who.token)
    expect(changed.error).toBeUndefined()
    const later = await entrant()
    const answers = { ...(await answersOf(later.id, { motto: '一起' })), link: undefined }
    const made = await post(`${pool}/save`, { registrationId: later.registrationId, formHash: hash, answers }, later.token)
    expect(made.error).toBeUndefined()
    const read = async (work: string) => (await get(`api/web/work/answers/${work}`, {}, organiser)).data
    expect(await read(id)).toMatchObject({ formHash, answers: { link: 'https://video.example/w1' } })
    expect(await read(made.data.id)).toMatchObject({ formHash: hash, answers: { motto: '一起' } })
    const { questions } = (await post('api/web/work/statistics', { competitionId: design }, organiser)).data
    expect(JSON.stringify(questions)).toContain('motto')
    expect(JSON.stringify(questions)).toContain('usesAi')
  })

  it('[WORK-18] goes along into a copy of the competition, as a form of its own', async () => {
    const copy = (await post('api/web/competition/copyCompetitionByCid', { cid: design }, organiser)).data.id
    const [row] = await world.rows('SELECT "workFormId", "workLimit" FROM competition_competition WHERE id = $1', [copy])
    expect(row).toEqual({ workFormId: `work.c${copy}`, workLimit: 1 })
    expect(await world.rows('SELECT 1 FROM work_work WHERE "competitionId" = $1', [copy])).toEqual([])
  })
})

describe('the calls of the specification about works', () => {
  it('[WORK-19] answer at their very paths, by the methods that it leaves open', async () => {
    const who = await entrant()
    const [{ id }] = (await get(`${pool}/query`, { competitionId: design })).data.list
    const asked: [string, Record<string, unknown>, string | null][] = [
      [`${pool}/query`, { competitionId: design }, null],
      [`${pool}/queryDetail`, { id }, null],
      [`${pool}/${id}/team`, {}, null],
      [`${pool}/rule`, { competitionId: design }, null],
      [`${pool}/ruleV2`, { registrationId: who.registrationId }, who.token],
      [`${pool}/selectMaterial`, {}, who.token],
      [`${pool}/competition/signup`, { competitionId: design }, who.token],
    ]
    for (const method of ['GET', 'POST'] as const)
      for (const [path, input, token] of asked)
        expect([method, path, (await world.call(path, input, token, method)).code]).toEqual([method, path, 0])
    const entries = (await get(`${pool}/competition/signup`, {}, who.token)).data.list
    expect(entries.map((entry: { id: string }) => entry.id)).toEqual([who.registrationId])
  })
})
