/** The panel of a competition: invited, answering, changed, removed; and its conflicts of interest. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { readSheet } from '../readSheet.ts'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const EXPERT = 'api/web/review/expert'
const CONFLICT = 'api/web/review/conflict'
let world: World
let organiser: string
let other: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  competitionId = await world.competition(DESIGN)
})
afterAll(() => world?.close())
beforeEach(async () => {
  for (const table of ['review_conflict', 'review_assignment', 'review_expert', 'platform_outbox']) await world.rows(`DELETE FROM ${table}`)
})

const post = (path: string, input: object, token: string | null = organiser) => world.call(path, { ...input }, token)
const panel = async (input: object = {}) =>
  (await world.call(`${EXPERT}/list`, { competitionId, pageSize: 100, ...input }, organiser)).data.list as Row[]
// biome-ignore lint/suspicious/noExplicitAny: rows of lists and tables
type Row = any
const expertIds = async () =>
  (await world.rows(`SELECT id FROM account_user WHERE "userName" IN ('he.jingxing', 'shen.ruoxi', 'luo.yizhou') ORDER BY id`)).map(
    ({ id }) => String(id),
  )
const invite = async (change: object = {}) => post(`${EXPERT}/invite`, { competitionId, userIds: await expertIds(), ...change })
const letters = () => world.rows(`SELECT * FROM platform_outbox WHERE template LIKE 'review.%' ORDER BY id`)
/** Token of the link in the latest letter to a person. */
async function tokenOf(userId: string): Promise<string> {
  const [letter] = await world.rows(
    `SELECT variables FROM platform_outbox WHERE template IN ('review.invited', 'review.reminder') AND "userId" = $1 ORDER BY id DESC LIMIT 1`,
    [userId],
  )
  return new URL((letter.variables as { address: string }).address).searchParams.get('invitation')!
}
const answer = async (userId: string, accept: boolean, reason?: string) =>
  post(`${EXPERT}/answer`, { invitation: await tokenOf(userId), accept, ...(reason ? { reason } : {}) }, null)

describe('inviting', () => {
  it('[REVIEW-90] says in the letter when the rounds are, how many works there are, how many fall to one expert, and whom to ask; its link declines', async () => {
    const title = { zh: '初评', en: 'First round' }
    const [{ id: roundId }] = await world.rows(
      `INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt")
       SELECT id, "organisationId", $2, '2027-05-01T00:00:00Z', '2027-05-10T00:00:00Z' FROM competition_competition WHERE id = $1 RETURNING id`,
      [competitionId, JSON.stringify(title)],
    )
    await invite({ maxLoad: 12 })
    await world.rows('DELETE FROM review_round WHERE id = $1', [roundId])
    const [letter] = await world.rows(`SELECT variables FROM platform_outbox WHERE template = 'review.invitedMail' ORDER BY id LIMIT 1`)
    const [{ works }] = await world.rows(
      `SELECT count(*)::int AS works FROM work_work WHERE "competitionId" = $1 AND state = 'submitted' AND "removedAt" IS NULL`,
      [competitionId],
    )
    for (const words of [`${title.zh}：2027`, `目前 ${works} 件`, '每轮最多评审：12 件', '咨询：400-010-8830'])
      expect(letter.variables.taskZh).toContain(words)
    for (const words of [`${title.en}: `, '2027', `Works: ${works} at present`, 'Contact: 400-010-8830'])
      expect(letter.variables.taskEn).toContain(words)
    // the link of the letter declines as well as it accepts
    const { subject, body } = world.server.deps.platform().get('template', 'review.invitedMail')
    expect(JSON.stringify([subject, body])).toMatch(/\{\{address\}\}.*accept or decline|accept or decline.*\{\{address\}\}/s)
    const invitation = new URL(letter.variables.address).searchParams.get('invitation')
    const declined = await post(`${EXPERT}/answer`, { invitation, accept: false, reason: '时间冲突' }, null)
    expect(declined.data).toEqual({ state: 'declined' })
  })

  it('[REVIEW-92] asks experts of the pool by message and mail, each once; foreign organisers find no competition', async () => {
    expect((await invite({ maxLoad: 12, minLoad: 2 })).data).toEqual({ invited: 3, known: 0 })
    expect((await invite()).data).toEqual({ invited: 0, known: 3 })
    expect((await panel()).map(({ state, minLoad, maxLoad }) => [state, minLoad, maxLoad])).toEqual([
      ['invited', 2, 12],
      ['invited', 2, 12],
      ['invited', 2, 12],
    ])
    expect((await letters()).map(({ template }) => template).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'review.invited'),
      ...Array.from({ length: 3 }, () => 'review.invitedMail'),
    ])
    expect(['NOT_FOUND', 'PERMISSION_DENIED']).toContain(
      (await post(`${EXPERT}/invite`, { competitionId, userIds: await expertIds() }, other)).error,
    )
    expect((await world.call(`${EXPERT}/list`, { competitionId }, other)).data.list).toEqual([])
  })

  it('[REVIEW-92] takes whole groups, and refuses who is no expert there', async () => {
    const [group] = await world.rows(
      `SELECT id FROM account_expertGroup WHERE "competitionId" = $1`.replace('account_expertGroup', '"account_expertGroup"'),
      [competitionId],
    )
    const { data } = await post(`${EXPERT}/invite`, { competitionId, groupIds: [String(group.id)] })
    expect(data.invited).toBe(4)
    const { id } = await world.newcomer()
    expect((await post(`${EXPERT}/invite`, { competitionId, userIds: [id] })).error).toBe('EXPERT_UNKNOWN')
    const [elsewhere] = await world.rows(
      `SELECT id FROM competition_competition WHERE id <> $1 AND "deletedAt" IS NULL AND "organisationId" = (SELECT "organisationId" FROM competition_competition WHERE id = $1) LIMIT 1`,
      [competitionId],
    )
    // an expert of another competition of the organisation is in its list, and so in the pool
    await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.expert', 'competition', $2)`, [
      id,
      String(elsewhere.id),
    ])
    expect((await post(`${EXPERT}/invite`, { competitionId, userIds: [id] })).data).toEqual({ invited: 1, known: 0 })
    // the list of experts of the competition names nobody whom an invitation refuses, and everyone of the organisation
    const listed = (await world.call('api/usercenter/specialist/selectUser', { competitionId, pageSize: 100 }, organiser)).data.list
    const offered = (await world.call(`${EXPERT}/candidates`, { competitionId }, organiser, 'GET')).data
    expect(listed.map((row: Row) => row.userId)).toContain(id)
    expect(new Set(offered.map((row: Row) => row.id))).toEqual(
      new Set(listed.filter((row: Row) => row.state === 'active').map((row: Row) => row.userId)),
    )
    const [foreign] = await world.rows(`SELECT id FROM "account_expertGroup" WHERE "competitionId" <> $1 AND name = 'Prototype jury'`, [
      competitionId,
    ])
    expect((await post(`${EXPERT}/invite`, { competitionId, groupIds: [String(foreign.id)] })).error).toBe('NOT_FOUND')
  })

  it('[REVIEW-92] by email opens temporary accounts for those without one, and says which lines it cannot read', async () => {
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString()
    const wrong = await post(`${EXPERT}/inviteByEmail`, { competitionId, until, people: '王晓 wang@mail.example\n没有邮箱' })
    expect(wrong).toMatchObject({ error: 'REVIEW_EMAIL_LINES', details: { lines: '没有邮箱' } })
    const people = '王晓：wang@mail.example；"Example, Ada" <ada.judge@mail.example>\nhe.jingxing@agon.example'
    expect((await post(`${EXPERT}/inviteByEmail`, { competitionId, until, people })).data).toEqual({ invited: 3, known: 0 })
    expect((await panel()).map(({ name }) => name).sort()).toEqual(['Example, Ada', 'he.jingxing', '王晓'].sort())
    expect((await panel()).map(({ userId, expiresAt }) => [userId, expiresAt])).toEqual(Array(3).fill([null, null]))
    expect((await post(`${EXPERT}/inviteByEmail`, { competitionId, until, people })).data).toEqual({ invited: 0, known: 3 })
    // a temporary account has its role, and its place in the list of experts, once the person has accepted
    const [{ userId }] = await world.rows(`SELECT "userId" FROM review_expert WHERE name = '王晓'`)
    const experts = async () => (await post('api/usercenter/specialist/selectUser', { search: '王晓' })).data.total
    expect(await experts()).toBe(0)
    expect((await answer(String(userId), true)).data).toEqual({ state: 'accepted' })
    expect(await experts()).toBe(1)
    expect((await panel()).filter(({ expiresAt }) => expiresAt !== null)).toMatchObject([{ name: '王晓', userId: String(userId) }])
  })
})

describe('answering', () => {
  it('[REVIEW-93] needs the link alone, works once, and keeps the reason of a refusal', async () => {
    await invite()
    const [one, two] = await expertIds()
    const shown = await post(`${EXPERT}/invitation`, { invitation: await tokenOf(one!) }, null)
    expect(shown.data).toMatchObject({ state: 'invited', title: { zh: DESIGN } })
    expect((await answer(one!, true)).data).toEqual({ state: 'accepted' })
    expect((await answer(one!, false)).error).toBe('REVIEW_ANSWERED')
    expect((await answer(two!, false, '时间冲突')).data).toEqual({ state: 'declined' })
    expect((await panel({ state: 'declined' }))[0]).toMatchObject({ userId: two, declineReason: '时间冲突' })
    expect((await post(`${EXPERT}/answer`, { invitation: 'x'.repeat(40), accept: true }, null)).error).toBe('LINK_INVALID')
  })

  it('[REVIEW-93] by an older link answers nothing after a new invitation', async () => {
    await invite()
    const [one] = await expertIds()
    const old = await tokenOf(one!)
    await answer(one!, false)
    const [row] = await panel({ state: 'declined' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect((await post(`${EXPERT}/inviteAgain`, { id: row.id })).code).toBe(0)
    expect((await post(`${EXPERT}/answer`, { invitation: old, accept: true }, null)).error).toBe('LINK_INVALID')
    expect((await answer(one!, true)).data).toEqual({ state: 'accepted' })
  })

  it('[REVIEW-93] at the same moment both ways, counts one answer', async () => {
    await invite()
    const [one] = await expertIds()
    const replies = await Promise.all([true, false, true, false].map((accept) => answer(one!, accept)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
  })
})

describe('the panel', () => {
  it('[REVIEW-94] is reminded after a preview with the exact number; another number is refused', async () => {
    await invite()
    const [one] = await expertIds()
    await answer(one!, true)
    const preview = (await world.call(`${EXPERT}/remind`, { competitionId }, organiser, 'GET')).data
    expect(preview.total).toBe(2)
    expect(preview.text.zh).toContain(DESIGN)
    expect(await post(`${EXPERT}/remind`, { competitionId, total: 3 })).toMatchObject({
      error: 'REVIEW_COUNT_CHANGED',
      details: { total: 2 },
    })
    expect((await post(`${EXPERT}/remind`, { competitionId, total: 2 })).data).toEqual({ total: 2 })
    expect((await letters()).filter(({ template }) => template === 'review.reminder')).toHaveLength(2)
  })

  it('[REVIEW-94] changes many experts or none, and refuses a load that cannot be', async () => {
    await invite({ maxLoad: 5 })
    const ids = (await panel()).map(({ id }) => id)
    expect((await post(`${EXPERT}/change`, { ids, minLoad: 6 })).error).toBe('REVIEW_LOAD')
    expect((await post(`${EXPERT}/change`, { ids: [...ids, '999999'], minLoad: 2 })).error).toBe('NOT_FOUND')
    expect((await panel()).map(({ minLoad }) => minLoad)).toEqual([0, 0, 0])
    expect((await post(`${EXPERT}/change`, { ids, minLoad: 2, keywords: '交互,公共空间', languages: 'zh,en' })).data).toEqual({
      changed: 3,
    })
    expect((await panel())[0]).toMatchObject({ minLoad: 2, maxLoad: 5, keywords: '交互,公共空间', languages: 'zh,en' })
    expect((await post(`${EXPERT}/change`, { ids, minLoad: 1 }, other)).error).toBe('NOT_FOUND')
  })

  it('[REVIEW-94] is exported in words: its status and the languages of each expert', async () => {
    await invite()
    const [first, second] = await panel()
    await post(`${EXPERT}/change`, { ids: [first.id], languages: 'zh,en' })
    await post(`${EXPERT}/change`, { ids: [second.id], languages: 'en' })
    const { data } = await post(`${EXPERT}/export`, { competitionId })
    const [head, ...rows] = await readSheet(world, data.jobId, organiser)
    const cells = (title: string) => rows.map((row) => row[head!.indexOf(title)] ?? null)
    expect(cells('评审语言')).toEqual(['中文、英文', '英文', null])
    expect(new Set(cells('状态'))).toEqual(new Set(['待答复']))
  })

  it('[REVIEW-94] loses experts and gets them back as they were; who has reviews is kept, with the number', async () => {
    await invite()
    const [one] = await expertIds()
    await answer(one!, true)
    const ids = (await panel()).map(({ id }) => id)
    expect((await post(`${EXPERT}/removeMany`, { ids })).data).toEqual({ removed: 3 })
    expect(await panel()).toEqual([])
    expect((await post(`${EXPERT}/restoreMany`, { ids })).data).toEqual({ restored: 3 })
    expect((await panel()).filter(({ state }) => state === 'accepted')).toHaveLength(1)
    await world.rows(
      `WITH r AS (INSERT INTO review_round ("competitionId", "organisationId", title, "opensAt", "closesAt")
         SELECT id, "organisationId", '{"zh":"初评","en":"First"}', now(), now() + interval '1 day' FROM competition_competition WHERE id = $1 RETURNING *)
       INSERT INTO review_assignment ("roundId", "competitionId", "organisationId", "workId", "userId", number, state, source)
       SELECT r.id, r."competitionId", r."organisationId", w.id, $2, 1, 'assigned', 'hand' FROM r, work_work w WHERE w."competitionId" = $1 LIMIT 1`,
      [competitionId, one],
    )
    const mine = (await panel()).find(({ userId }) => userId === one)
    expect(await post(`${EXPERT}/remove`, { id: mine.id })).toMatchObject({ error: 'REVIEW_EXPERT_ASSIGNED', details: { count: 1 } })
  })
})

describe('[JUDGES-1] judges on the page of a competition', () => {
  const shownToAll = async () => (await world.call('api/web/competition/judges', { competitionId }, null)).data.list as Row[]

  it('are those whom the organiser shows and who agreed, by name and position; new words are agreed to anew', async () => {
    const expert = await world.signIn('several hats')
    const [me] = await world.rows(`SELECT id FROM account_user WHERE "userName" = $1`, [readDemoAccount('several hats').userName])
    await post(`${EXPERT}/invite`, { competitionId, userIds: [String(me.id), ...(await expertIds())] })
    const rowOf = async (userId: string) => (await world.rows(`SELECT * FROM review_expert WHERE "userId" = $1`, [userId]))[0] as Row
    const { id } = await rowOf(String(me.id))
    const asked = () => world.rows(`SELECT * FROM platform_outbox WHERE template = 'review.askedShown' AND channel = 'message'`)
    const shownAs = { zh: '启明大学设计学院教授', en: 'Professor of design' }
    // who has not accepted is not asked, and the default shows nobody
    expect(await shownToAll()).toEqual([])
    await answer(String(me.id), true)
    expect(await asked()).toEqual([])
    expect((await post(`${EXPERT}/change`, { ids: [id], isShown: true, shownAs }, other)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await post(`${EXPERT}/change`, { ids: [id], isShown: true, shownAs })).data.changed).toBe(1)
    expect(await asked()).toHaveLength(1)
    expect(await shownToAll()).toEqual([])
    const own = (await world.call('api/web/review/shown', {}, expert, 'GET')).data.list
    expect(own).toMatchObject([{ id, shownAs, agreesShown: null }])
    const [stranger] = await expertIds()
    const { id: theirs } = await rowOf(stranger!)
    expect((await world.call('api/web/review/shown', { id: theirs, agree: true }, expert)).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/review/shown', { id, agree: true }, organiser)).error).toBe('NOT_FOUND')
    expect((await world.call('api/web/review/shown', { id, agree: true }, expert)).code).toBe(0)
    const [line] = await shownToAll()
    expect(Object.keys(line).sort()).toEqual(['id', 'name', 'shownAs'])
    expect(line).toMatchObject({ id, shownAs })
    // saved again as it is, nothing changes
    await post(`${EXPERT}/change`, { ids: [id], isShown: true, shownAs, minLoad: 1 })
    expect(await shownToAll()).toHaveLength(1)
    await post(`${EXPERT}/change`, { ids: [id], shownAs: { ...shownAs, zh: '启明大学设计学院院长' } })
    expect(await shownToAll()).toEqual([])
    expect(await asked()).toHaveLength(2)
    await world.call('api/web/review/shown', { id, agree: true }, expert)
    expect(await shownToAll()).toHaveLength(1)
    await world.call('api/web/review/shown', { id, agree: false }, expert)
    expect(await shownToAll()).toEqual([])
    await world.call('api/web/review/shown', { id, agree: true }, expert)
    await post(`${EXPERT}/remove`, { id })
    expect(await shownToAll()).toEqual([])
  })
})

describe('conflicts of interest', () => {
  const conflicts = async (input: object = {}) =>
    (await world.call(`${CONFLICT}/list`, { competitionId, pageSize: 100, ...input }, organiser, 'GET')).data.list as Row[]
  const refresh = async () => (await post(`${CONFLICT}/refresh`, { competitionId })).data

  it('[REVIEW-95] are found by school, organisation, team, instructor and mentor, each with its reason in words', async () => {
    const [one, two, three] = await expertIds()
    const works = await world.rows(`SELECT * FROM work_work WHERE "competitionId" = $1 AND "removedAt" IS NULL ORDER BY id LIMIT 3`, [
      competitionId,
    ])
    const [school] = await world.rows(`SELECT code, name FROM organisation_school ORDER BY id LIMIT 1`)
    await world.rows(`UPDATE work_work SET school = $2 WHERE id = $1`, [works[0].id, ` ${school.name.zh} `])
    await world.rows(`UPDATE work_work SET school = '江海设计院' WHERE id = $1`, [works[1].id])
    await world.rows(
      `INSERT INTO profile_profile ("userId", school) VALUES ($1, $2) ON CONFLICT ("userId") DO UPDATE SET school = excluded.school`,
      [one, school.code],
    )
    await world.rows(
      `INSERT INTO profile_profile ("userId", company) VALUES ($1, '江海设计院') ON CONFLICT ("userId") DO UPDATE SET company = excluded.company`,
      [two],
    )
    for (const [userId, role] of [
      [one, 'instructor'],
      [two, 'mentor'],
      [three, 'contestant'],
    ])
      await world.rows(
        `INSERT INTO team_member ("registrationId", "competitionId", "eventId", "userId", name, role, state)
         SELECT "registrationId", "competitionId", "eventId", $2, '何某', $3, 'active' FROM work_work WHERE id = $1
         ON CONFLICT ("registrationId", "userId") DO UPDATE SET role = excluded.role, state = 'active'`,
        [works[2].id, userId, role],
      )
    await invite()
    const found = (await conflicts()).map(({ userId, workId, kind, detail }) => [userId, workId, kind, detail])
    const [a, b, c] = works.map(({ id }) => String(id))
    const team = works[2]
    expect(found).toContainEqual([one, a, 'school', school.name.zh])
    expect(found).toContainEqual([two, b, 'organisation', '江海设计院'])
    expect(found).toContainEqual([one, c, 'instructor', expect.any(String)])
    expect(found).toContainEqual([two, c, 'mentor', expect.any(String)])
    expect(found).toContainEqual([three, c, 'team', expect.any(String)])
    expect(team).toBeDefined()
    expect((await conflicts({ userId: two, kind: 'mentor' })).length).toBeGreaterThan(0)
    expect((await world.call(`${CONFLICT}/list`, { competitionId }, other, 'GET')).data.list).toEqual([])
  })

  it('[REVIEW-95] computed again are the same, go with their reason, and leave those set by hand', async () => {
    const [one] = await expertIds()
    await invite()
    const before = await conflicts()
    expect(before.length).toBeGreaterThan(0)
    expect(await refresh()).toMatchObject({ added: 0, removed: 0 })
    expect((await conflicts()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const [work] = await world.rows(`SELECT id FROM work_work WHERE "competitionId" = $1 ORDER BY id DESC LIMIT 1`, [competitionId])
    expect((await post(`${CONFLICT}/add`, { competitionId, userId: one, workIds: [String(work.id)], detail: '曾经的导师' })).data).toEqual({
      added: 1,
    })
    await world.rows(`UPDATE profile_profile SET school = NULL, company = NULL WHERE "userId" = ANY($1::bigint[])`, [await expertIds()])
    const { added, removed } = await refresh()
    expect(added).toBe(0)
    expect(removed).toBeGreaterThan(0)
    const left = await conflicts()
    expect(left.map(({ kind }) => kind)).toContain('hand')
    expect(left.map(({ kind }) => kind)).not.toContain('school')
    const computed = left.find(({ kind }) => kind === 'instructor')
    expect((await post(`${CONFLICT}/remove`, { id: computed.id })).error).toBe('REVIEW_CONFLICT_KEPT')
    expect((await post(`${CONFLICT}/remove`, { id: left.find(({ kind }) => kind === 'hand').id })).code).toBe(0)
  })

  it('[REVIEW-95] follow experts who leave the panel', async () => {
    await invite()
    expect((await conflicts()).length).toBeGreaterThan(0)
    await post(`${EXPERT}/removeMany`, { ids: (await panel()).map(({ id }) => id) })
    expect(await conflicts()).toEqual([])
  })

  it('[REVIEW-37] are had by members of the panel who organise the competition, from the moment they get the role until they lose it', async () => {
    const [one] = await expertIds()
    await invite()
    const staff = async () => (await conflicts({ kind: 'staff' })).map(({ userId }) => userId)
    expect(await staff()).toEqual([])
    const administrator = await world.signIn('administrator')
    const grant = (userId: string, role: string) =>
      world.call('api/usercenter/user/grantRole', { userId, role, scope: 'competition', competitionId }, administrator)
    const granted = await grant(one!, 'account.competitionStaff')
    expect(granted.code).toBe(0)
    expect(new Set(await staff())).toEqual(new Set([one]))
    await world.call('api/usercenter/user/revokeRole', { id: granted.data.id }, administrator)
    expect(await staff()).toEqual([])
  })
})
