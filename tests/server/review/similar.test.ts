/** Similar works: found by file, link, title and introduction, across competitions; dismissed and restored by the organiser. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { likeness, plainText } from '../../../plugins/review/similar/likeness.ts'
import { plainLink } from '../../../plugins/review/similar/plainLink.ts'
import { HACKATHON } from '../roadWorld.ts'
import { createReviewWorld, type ReviewWorld, storeFile, type Work } from './reviewWorld.ts'
import { telltalePdf } from './telltaleFiles.ts'

interface Similarity {
  id: string
  workId: string
  otherId: string
  kind: string
  degree: number
}

const TEXT =
  '这把椅子用回收的海洋塑料与竹材拼接而成，靠背可以拆下清洗，坐面按人体曲线编织，适合小户型的阳台和书房使用，运输时能够叠放六把。'
const PATH = 'api/web/review/similar'
let world: ReviewWorld
let organiser: string
let one: Work
let same: Work
let nearby: Work
let standalone: Work
let foreign: Work
beforeAll(async () => {
  world = await createReviewWorld()
  organiser = await world.signIn('organiser')
  const [{ id: owner }] = await world.rows('SELECT min(id)::text AS id FROM account_user')
  const pdf = await telltalePdf('甲', '乙')
  const file = () => storeFile(world, owner, '方案.pdf', pdf)
  const plain = { files: [], link: null }
  one = await world.work({
    title: '潮汐竹椅计划',
    introduction: TEXT,
    link: 'https://www.video.example/w/9/?utm_source=qq',
    files: [await file()],
  })
  same = await world.work({ ...plain, title: '另外的题目一', introduction: '短', files: [await file()] })
  nearby = await world.work({ ...plain, title: '潮汐竹椅 计划！', introduction: TEXT.replace('六把', '八把') })
  standalone = await world.work({
    ...plain,
    title: '毫不相干之物',
    introduction: '这是一个关于城市夜间照明与鸟类迁徙的长期观察项目，记录了三年之中二十个公园的灯光变化和鸟群停留的时间。',
  })
  foreign = await world.work({ ...plain, title: '他人之作', introduction: '短', link: 'http://video.example/w/9#top' })
  await world.rows(
    `UPDATE work_work w SET "competitionId" = c.id, "organisationId" = c."organisationId", "eventId" = (SELECT min(id) FROM competition_event WHERE "competitionId" = c.id)
     FROM competition_competition c WHERE w.id = $1 AND c.title->>'zh' = $2`,
    [foreign.id, HACKATHON],
  )
  await find()
})
afterAll(() => world?.close())

async function find(): Promise<{ similar: number }> {
  const { jobId } = (await world.call(`${PATH}/find`, { competitionId: world.competitionId }, organiser)).data
  const job = async () => (await world.call(`api/platform/job/${jobId}`, {}, organiser, 'GET')).data
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), { timeout: 240_000 })
  return (await job()).result
}
const list = async (more: Record<string, unknown> = {}): Promise<Similarity[]> =>
  (await world.call(PATH, { competitionId: world.competitionId, pageSize: 100, ...more }, organiser, 'GET')).data.list
const between = async (work: Work, other: Work) => {
  const found = [
    ...(await list({ workId: work.id })).filter(({ otherId }) => otherId === other.id),
    ...(await list({ workId: other.id })).filter(({ otherId }) => otherId === work.id),
  ]
  return found.map(({ kind }) => kind).sort()
}

describe('similar works', () => {
  it('[SIMILAR-1] share a file, a link, a title or an introduction, each pair once; what is not alike is not listed', async () => {
    expect(await between(one, same)).toEqual(['file'])
    expect(await between(one, nearby)).toEqual(['text', 'title'])
    expect(await between(one, foreign)).toEqual(['link'])
    expect(await list({ workId: standalone.id })).toEqual([])
    expect(await between(one, standalone)).toEqual([])
    const [text] = await list({ workId: nearby.id, kind: 'text' })
    expect(text).toMatchObject({ otherId: one.id, degree: expect.closeTo(0.9, 1) })
  })

  it('[SIMILAR-8] of one work are listed whether it is the later or the earlier of the two', async () => {
    const pairs = async (work: Work) =>
      (await list({ eitherId: work.id })).map(({ workId, otherId, kind }) => `${workId} ${otherId} ${kind}`)
    expect(await pairs(nearby)).toEqual(expect.arrayContaining([`${nearby.id} ${one.id} title`, `${nearby.id} ${one.id} text`]))
    expect(await pairs(one)).toEqual(expect.arrayContaining([`${nearby.id} ${one.id} title`, `${same.id} ${one.id} file`]))
    expect(await pairs(standalone)).toEqual([])
  })

  it('[SIMILAR-2] of another organiser are told by title and competition, and only by who may edit works of the competition', async () => {
    const [row] = (await list({ workId: one.id })).filter(({ otherId }) => otherId === foreign.id)
    expect(row).toMatchObject({
      otherTitle: '他人之作',
      otherCompetition: expect.objectContaining({ zh: HACKATHON }),
      detail: 'video.example/w/9',
    })
    expect(
      Object.keys(row!)
        .filter((name) => name.startsWith('other'))
        .sort(),
    ).toEqual(['otherCompetition', 'otherId', 'otherTitle'])
    const detail = await world.call(`api/web/work/detail/${foreign.id}`, {}, organiser)
    expect(detail.error).toBe('NOT_FOUND')
    const { token } = await world.newcomer()
    expect((await world.call(PATH, { competitionId: world.competitionId }, token, 'GET')).error).toBe('PERMISSION_DENIED')
    expect((await world.call(`${PATH}/find`, { competitionId: world.competitionId }, token)).error).toBe('PERMISSION_DENIED')
  })

  it('[SIMILAR-3] stay dismissed, with the reason, when they are looked for again, until the dismissal is undone', async () => {
    const [row] = await list({ workId: nearby.id, kind: 'title' })
    const id = row!.id
    expect((await world.call(`${PATH}/dismiss`, { id }, organiser)).error).toBe('CALL_INPUT')
    expect((await world.call(`${PATH}/dismiss`, { id, reason: '同一团队的系列作品' }, organiser)).code).toBe(0)
    await find()
    expect((await list({ workId: nearby.id })).map((each) => each.id)).not.toContain(id)
    expect(await list({ dismissed: true })).toMatchObject([{ id, dismissedReason: '同一团队的系列作品' }])
    expect((await world.call(`${PATH}/restore`, { id }, organiser)).code).toBe(0)
    expect((await list({ workId: nearby.id })).map((each) => each.id)).toContain(id)
  })

  it('[SIMILAR-4] are forgotten once a work has changed, and found when it becomes alike', async () => {
    await world.rows(`UPDATE work_work SET link = null, revision = revision + 1 WHERE id = $1`, [foreign.id])
    await world.rows(`UPDATE work_work SET link = 'https://video.example/w/9', revision = revision + 1 WHERE id = $1`, [standalone.id])
    await find()
    expect(await between(one, foreign)).toEqual([])
    expect(await between(one, standalone)).toEqual(['link'])
  })
})

describe('the hourly comparison', () => {
  const ever = async () =>
    (await world.rows(`SELECT count(*)::int AS count FROM platform_job WHERE handler = 'review.compareWorks'`))[0].count
  const hourly = async () => {
    const { calls, services } = world.server.deps
    const before = await ever()
    await calls.runTimers('hour', { session: services.sessions.visitor(), lang: 'zh' })
    return { ordered: (await ever()) - before }
  }
  const jobs = async () =>
    (await world.rows(`SELECT count(*)::int AS count FROM platform_job WHERE handler = 'review.compareWorks' AND state <> 'done'`))[0].count
  const flagOf = async (work: Work) =>
    (await world.call('api/web/work/list', { competitionId: world.competitionId, pageSize: 100 }, organiser)).data.list.find(
      ({ id }: { id: string }) => id === work.id,
    ).similar

  it('[SIMILAR-7] compares competitions with new works, and counts beside each work those it is alike, without dismissed ones', async () => {
    await vi.waitFor(async () => expect(await jobs()).toBe(0), { timeout: 240_000 })
    await hourly()
    await vi.waitFor(async () => expect(await jobs()).toBe(0), { timeout: 240_000 })
    expect(await hourly()).toEqual({ ordered: 0 })
    const before = await flagOf(one)
    const late = await world.work({ files: [], link: null, title: '一件迟来的作品', introduction: TEXT.replace('六把', '七把') })
    expect(await flagOf(late)).toBe(0)
    expect(await hourly()).toEqual({ ordered: 1 })
    await vi.waitFor(async () => expect(await flagOf(one)).toBe(before + 1), { timeout: 240_000 })
    expect(await flagOf(late)).toBeGreaterThan(0)
    const [row] = (await list({ workId: late.id })).filter(({ otherId }) => otherId === one.id)
    expect((await world.call(`${PATH}/dismiss`, { id: row!.id, reason: '同一团队' }, organiser)).code).toBe(0)
    expect(await flagOf(one)).toBe(before)
    expect((await world.call(`${PATH}/restore`, { id: row!.id }, organiser)).code).toBe(0)
    expect(await flagOf(one)).toBe(before + 1)
  })
})

describe('what is compared', () => {
  it('[SIMILAR-5] is a link without scheme, www, marks of campaigns and order of parameters', () => {
    const links = ['https://www.a.example/x/?b=2&a=1#part', 'http://a.example/x?a=1&utm_medium=qr&b=2']
    expect(links.map(plainLink)).toEqual(['a.example/x?a=1&b=2', 'a.example/x?a=1&b=2'])
    expect([plainLink('a.example'), plainLink('javascript:alert(1)')]).toEqual([null, null])
  })

  it('[SIMILAR-6] is a text without marks, width and case', () => {
    expect(plainText('《Ａgon》 Ｘ-1。')).toBe('agonx1')
    expect([likeness('abcdef', 'abcdef'), likeness('abcdef', 'uvwxyz'), likeness('', '')]).toEqual([1, 0, 0])
    expect(likeness('abcdef', 'abcdeg')).toBeCloseTo(3 / 5)
  })
})
