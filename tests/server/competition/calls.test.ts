/** Every call of the specification's parts "Competition", "Info management" and "Teams" that is not about sign-up or review: it is there under its very
 *  name, by the methods that the specification leaves open, and reads answer with something real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, FINISHED, HACKATHON, hackathonForm, MODELLING, signUp, type World } from '../roadWorld.ts'

const AUDITED = '云江校园算法挑战赛'
/** Who asks; null is a visitor. */
type Who = 'participant' | 'administrator' | 'organiser' | 'organiser 2' | 'polytechnic organiser' | 'newcomer' | null
type Ids = Record<'modelling' | 'hackathon' | 'finished' | 'audited' | 'organisation' | 'news' | 'ocean' | 'team', string>
type Read = [path: string, who: Who, input?: (ids: Ids) => Record<string, unknown>]

const of = (name: keyof Ids) => (ids: Ids) => ({ competitionId: ids[name] })
const competition = (path: string) => `api/web/competition/${path}`
const READS: Read[] = [
  [competition('myCompetition'), 'organiser'],
  ['api/web/user/personCompetition', 'newcomer'],
  [competition('btn/:modelling'), null],
  [competition('queryCompetition'), 'organiser'],
  [competition('queryCompetitionList'), null],
  [competition('queryCompetitionYears'), null],
  [competition('queryCompetitionByGroupId'), null, ({ organisation }) => ({ groupId: organisation })],
  [competition('personCompetition'), 'newcomer', of('hackathon')],
  [competition('havaCompetition'), 'organiser'],
  [competition('queryLogList'), 'organiser 2', of('hackathon')],
  [competition('queryGroupLogList'), 'organiser 2', of('hackathon')],
  [competition('detail/:modelling'), null],
  [competition('judge/:modelling'), 'organiser'],
  [competition('child/:modelling'), null],
  [competition(':modelling/tab/control'), null],
  [competition('news/list'), null, of('modelling')],
  [competition('news/detail'), null, ({ news }) => ({ id: news })],
  [competition('timeline'), null, of('modelling')],
  [competition('v2/timeline'), null, of('modelling')],
  [competition('getTimes'), 'organiser', of('modelling')],
  [competition('competitionInfos'), 'organiser', of('modelling')],
  [competition('getBookHotelInfo/:hackathon'), 'participant'],
  [competition('tab/info'), null, of('modelling')],
  [competition('listCompetitionBySort'), null, () => ({ sort: '-taken' })],
  [competition('listTagRank'), null, of('finished')],
  [competition('selectInfo'), 'organiser'],
  [competition('getGroupNum'), null, of('modelling')],
  ['api/web/user/getGroupInviteList', 'participant'],
  ['api/web/user/applyGroupRecorderList', 'newcomer'],
  ['api/web/user/inviteGroupRecorderList', 'participant'],
  ['api/web/user/myGroup', 'participant'],
  ['api/web/user/getLabelFromSchedule', 'participant'],
  ['api/web/user/getUserLabel', 'participant'],
  ['api/web/user/getGroupApplyList', 'participant'],
  ['api/web/user/getUserApplyList', 'newcomer'],
  ['api/web/user/group', null],
  [competition('group'), 'administrator', of('ocean')],
  [competition('groupInfo/:team'), 'participant'],
  [competition('member'), 'administrator', of('ocean')],
  [competition('info/getInfo'), 'polytechnic organiser', of('audited')],
  [competition('info/enumList'), 'polytechnic organiser'],
  [competition('info/getUpGroup'), 'polytechnic organiser', of('audited')],
  [competition('info/cardPage'), 'polytechnic organiser'],
  [competition('info/auditHistory'), 'polytechnic organiser', of('audited')],
]
/** What carries a structure is sent in a body, whatever the method; a method that the specification names is listed alone. */
const WRITES: [path: string, methods: ('GET' | 'POST' | 'PUT')[]][] = [
  [competition('special/setting'), ['POST']],
  [competition('copy'), ['POST']],
  [competition('tab/control'), ['PUT']],
  [competition('updateCompetitionPrivate'), ['POST']],
  [competition('saveNewCompetition'), ['POST']],
  [competition('copyCompetition'), ['POST']],
  [competition('copyCompetitionByCid'), ['POST']],
  [competition('news/save'), ['POST', 'PUT']],
  [competition('news/audit'), ['POST']],
  [competition('news/changeNewsStatus'), ['PUT']],
  [competition('saveTimes'), ['POST', 'PUT']],
  [competition('delTimes'), ['POST']],
  [competition('saveIntro'), ['POST', 'PUT']],
  [competition('saveOrg'), ['POST', 'PUT']],
  [competition('saveInfo'), ['POST', 'PUT']],
  [competition('saveHotel'), ['POST', 'PUT']],
  [competition('publish/:modelling'), ['POST']],
  [competition('saveAwards'), ['POST', 'PUT']],
  [competition('saveTabInfo'), ['POST', 'PUT']],
  [competition('setting'), ['POST']],
  ['api/web/deleteCompetition/:modelling', ['POST']],
  ['api/web/user/inviteGroupByLeader', ['GET', 'POST']],
  ['api/web/user/updateApplyState', ['PUT']],
  ['api/web/user/agreeJoinGroup', ['PUT']],
  ['api/web/user/saveGroupLabel', ['POST']],
  ['api/web/user/saveUserLabel', ['POST']],
  [competition('applyAddGroup/CODE'), ['POST']],
  [competition('ban/team'), ['GET', 'POST']],
  [competition('pass/team'), ['GET', 'POST']],
  [competition('changeGroupPoolStatus'), ['POST']],
  [competition('signup/group'), ['POST']],
  [competition('updateGroupRole'), ['POST']],
  [competition('outGroup'), ['POST']],
  [competition('addMember'), ['POST']],
  [competition('passGroup'), ['POST']],
  [competition('delGroup'), ['POST']],
  [competition('apply/group/:team'), ['POST']],
  [competition('info/saveInfo'), ['POST']],
  [competition('info/saveCard'), ['POST']],
  [competition('info/submitAudit'), ['POST']],
  [competition('info/deleteFile'), ['POST']],
  [competition('info/uploadFile'), ['POST']],
  [competition('info/uploadThumb'), ['POST']],
]

let world: World
let ids: Ids
const tokens = new Map<Who, string | null>([[null, null]])

beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => now })
  const { id: organisation } = (
    await world.rows(`SELECT "organisationId" AS id FROM competition_competition WHERE title->>'zh' = $1`, [MODELLING])
  )[0]
  const modelling = await world.competition(MODELLING)
  const { id: news } = (await world.rows('SELECT id FROM competition_news WHERE "competitionId" = $1 ORDER BY id LIMIT 1', [modelling]))[0]
  const [hackathon, finished, audited] = [
    await world.competition(HACKATHON),
    await world.competition(FINISHED),
    await world.competition(AUDITED),
  ]
  const ocean = await world.competition('海洋可持续创新挑战')
  const [{ id: team, inviteCode }] = await world.rows(
    `SELECT id, "inviteCode" FROM signup_registration WHERE "competitionId" = $1 AND seeking ORDER BY id LIMIT 1`,
    [ocean],
  )
  ids = { modelling, hackathon, finished, audited, organisation: String(organisation), news: String(news), ocean, team: String(team) }
  for (const role of ['participant', 'administrator', 'organiser', 'organiser 2', 'polytechnic organiser'] as const)
    tokens.set(role, await world.signIn(role))
  const { token } = await world.newcomer()
  tokens.set('newcomer', token)
  await signUp(world, token, await hackathonForm(world))
  await world.call(competition(`applyAddGroup/${inviteCode}`), {}, token)
  await world.call(competition(`close/${hackathon}`), { closed: true }, tokens.get('organiser 2')!)
})
afterAll(() => world?.close())

/** The calls decide by one moment, so that two replies can be compared. */
const now = new Date()
const address = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name as keyof Ids])

describe('a call of the specification', () => {
  it.each(READS)('%s answers by GET and by POST, alike and with something real', async (path, who, input = () => ({})) => {
    const token = tokens.get(who)!
    const got = await world.call(address(path), input(ids), token, 'GET')
    expect(got).toMatchObject({ code: 0 })
    expect(emptyPart(got.data)).toBeNull()
    expect(await world.call(address(path), input(ids), token, 'POST')).toEqual(got)
  })
  it.each(WRITES)('%s is there by %s, and reads its input before it does anything', async (path, methods) => {
    for (const method of methods) {
      const payload = { notAField: true }
      const reply = await world.app.inject({
        method,
        url: `/${address(path)}`,
        headers: { authorization: `Bearer ${tokens.get('organiser')}` },
        ...(method === 'GET' ? { query: { notAField: 'true' } } : { payload }),
      })
      expect([reply.statusCode, reply.json().error], method).toEqual([200, 'CALL_INPUT'])
    }
  })
})

/** What is missing of an answer, in words; null when there is something. */
function emptyPart(data: unknown): string | null {
  if (data === null || data === undefined) return 'no data'
  if (Array.isArray(data)) return data.length > 0 ? null : 'an empty list'
  if (typeof data !== 'object') return null
  const { list, total } = data as { list?: unknown[]; total?: number }
  if (list !== undefined) return list.length > 0 ? null : 'an empty page'
  if (total !== undefined) return total > 0 ? null : 'a total of nothing'
  return Object.values(data).some((value) => value !== null) ? null : 'nothing but empty members'
}
