/** Experts by HTTP: groups of them, their list as a sheet, and temporary ones. */

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readSheet } from '../readSheet.ts'
import { createWorld, DESIGN, HACKATHON, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let foreign: string
let design: string
let reviewer: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/services')] })
  organiser = await world.signIn('organiser')
  foreign = await administratorOf(HACKATHON)
  design = await world.competition(DESIGN)
  reviewer = String((await world.rows(`SELECT id FROM account_user WHERE "userName" = 'hats'`))[0].id)
})
afterAll(() => world?.close())

/** Somebody who administers the organisation of another competition. */
async function administratorOf(title: string): Promise<string> {
  const { id, token } = await world.newcomer()
  const [{ account, organisationId }] = await world.rows(
    `SELECT u."userName" AS account, c."organisationId"::text FROM account_user u, competition_competition c WHERE u.id = $1 AND c.title->>'zh' = $2`,
    [id, title],
  )
  const grant = { account, role: 'account.organisationAdmin', scope: 'organisation', organisationId }
  await world.call('api/usercenter/user/grantRole', grant, await world.signIn('administrator'))
  return token
}
const specialist = (path: string, input: Record<string, unknown>, token = organiser, method: 'GET' | 'POST' = 'POST') =>
  world.call(`api/usercenter/specialist/${path}`, input, token, method)
const addGroup = async (name = '设计评审组') => {
  const reply = await specialist('group/add', { name, competitionId: design })
  return reply.data.id as string
}
/** A job's outcome. */
async function ended(id: string, token: string) {
  await expect.poll(async () => (await world.call(`api/platform/job/${id}`, {}, token, 'GET')).data.state).toBe('done')
  return (await world.call(`api/platform/job/${id}`, {}, token, 'GET')).data.result
}

describe('groups of experts', () => {
  it('[GROUP-1] belong to a competition or an organisation in reach, and answer to others as if they did not exist', async () => {
    expect((await specialist('group/add', { name: '无处可归' })).error).toBe('GROUP_PLACE')
    const hackathon = await world.competition(HACKATHON)
    expect((await specialist('group/add', { name: '他人竞赛', competitionId: hackathon })).error).toBe('PERMISSION_DENIED')
    const [{ organisationId }] = await world.rows('SELECT "organisationId"::text FROM competition_competition WHERE id = $1', [hackathon])
    expect((await specialist('group/add', { name: '他人机构', organisationId })).error).toBe('PERMISSION_DENIED')
    const id = await addGroup()
    const listed = async (token: string) => (await specialist('group/list', { pageSize: 100 }, token)).data.list
    expect(await listed(organiser)).toContainEqual(expect.objectContaining({ id, name: '设计评审组', members: 0 }))
    expect((await listed(foreign)).map(({ name }: { name: string }) => name)).toEqual(['Prototype jury'])
    expect((await specialist('group/edit', { id, name: '改名' }, foreign)).error).toBe('NOT_FOUND')
    expect((await specialist('group/del', { id }, foreign)).error).toBe('NOT_FOUND')
  })

  it('[GROUP-2] take experts in reach, each once, and nobody else', async () => {
    const expertGroupId = await addGroup('成员测试组')
    const add = (userIds: string[], token = organiser) => specialist('group/addMembers', { expertGroupId, userIds }, token)
    expect((await specialist('options', { search: '苏' }, organiser, 'GET')).data).toEqual([{ id: reviewer, name: '苏晚晴（hats）' }])
    expect((await add([reviewer, reviewer])).data).toEqual({ added: 1 })
    expect((await add([reviewer])).data).toEqual({ added: 0 })
    const { id: participant } = await world.newcomer()
    expect((await add([participant])).error).toBe('EXPERT_UNKNOWN')
    expect((await add([reviewer], foreign)).error).toBe('NOT_FOUND')
    const members = (await specialist('group/members', { expertGroupId }, organiser, 'GET')).data.list
    expect(members).toMatchObject([{ userId: reviewer, name: '苏晚晴' }])
    expect((await specialist('group/members', { expertGroupId }, foreign, 'GET')).data.list).toEqual([])
    expect((await specialist('group/delMember', { id: members[0].id }, foreign)).error).toBe('NOT_FOUND')
    expect((await specialist('group/delMember', { id: members[0].id })).data).toEqual({ expertGroupId, userId: reviewer })
    expect(await world.rows('SELECT members FROM "account_expertGroup" WHERE id = $1', [expertGroupId])).toEqual([{ members: 0 }])
  })

  it('[GROUP-3] can be brought back with their members after they were deleted', async () => {
    const id = await addGroup('撤销测试组')
    await specialist('group/addMembers', { expertGroupId: id, userIds: [reviewer] })
    expect((await specialist('group/del', { id })).code).toBe(0)
    expect((await specialist('group/del', { id })).error).toBe('NOT_FOUND')
    expect((await specialist('group/addMembers', { expertGroupId: id, userIds: [reviewer] })).error).toBe('NOT_FOUND')
    expect((await specialist('group/restore', { id })).code).toBe(0)
    expect((await specialist('group/list', { ids: [id] })).data.list).toMatchObject([{ id, members: 1 }])
  })

  it('[GROUP-4] receive messages from whom they belong to', async () => {
    const id = await addGroup('收信测试组')
    await specialist('group/addMembers', { expertGroupId: id, userIds: [reviewer] })
    const words = {
      audience: 'experts',
      expertGroups: [id],
      template: 'message.notice',
      subject: { zh: '评审会议' },
      text: { zh: '周五下午两点。' },
    }
    const send = (input: Record<string, unknown>, token: string) =>
      world.call('api/web/messageLabelOld/addTask', { ...words, ...input }, token)
    expect((await send({}, foreign)).error).toBe('NOT_FOUND')
    expect((await send({ expertGroups: [] }, organiser)).error).toBe('AUDIENCE_NEEDED')
    await ended((await send({}, organiser)).data.jobId, organiser)
    const sent = await world.rows(`SELECT "userId" FROM platform_outbox WHERE template = 'message.notice' AND channel = 'message'`)
    expect(sent).toEqual([{ userId: reviewer }])
  })
})

it('[EXPERT-2] the experts that somebody sees are exported as a sheet, with progress, and no others', async () => {
  const download = async (token: string) => {
    const job = (await specialist('exportSpecialist', { competitionId: design }, token)).data.jobId
    return (await readSheet(world, job, token)).map((row) => row.slice(0, 3))
  }
  expect(await download(organiser)).toEqual([
    ['姓名', '用户名', '邮箱'],
    ['罗一舟', 'luo.yizhou', 'l*********@agon.example'],
    ['沈若溪', 'shen.ruoxi', 's*********@agon.example'],
    ['何景行', 'he.jingxing', 'h**********@agon.example'],
    ['苏晚晴', 'hats', 'h***@agon.example'],
  ])
  expect((await specialist('exportSpecialist', { competitionId: design }, foreign)).error).toBe('PERMISSION_DENIED')
})

describe('temporary experts', () => {
  const END = '2099-01-01T00:00:00.000Z'
  const make = async (input: Record<string, unknown> = {}) =>
    (await specialist('addTemporary', { name: '高临时', competitionId: design, expiresAt: END, ...input })).data
  const linkIn = (address: string) => new URL(address).searchParams.get('link')!
  const signIn = (link: string) => world.call('api/usercenter/authentication/link', { link })
  const view = (link: string) => world.call('api/usercenter/authentication/link/view', { link }, null)

  it('[EXPERT-3] sign in by the link, once; looking at it does not use it up', async () => {
    const made = await make()
    const link = linkIn(made.link.address)
    expect(new URL(made.link.address).pathname).toBe('/expertLogin')
    for (const _ of [1, 2]) expect((await view(link)).data).toMatchObject({ name: '高临时', place: DESIGN, accountEnd: END })
    const token = (await signIn(link)).data.access_token
    expect((await world.call('api/usercenter/group/infos', {}, token, 'GET')).data.list).toMatchObject([{ kind: 'expert', type: 1 }])
    expect([(await signIn(link)).error, (await view(link)).error]).toEqual(['LINK_INVALID', 'LINK_INVALID'])
    const [entry] = await world.rows(`SELECT "actorId", "actorName" FROM platform_log WHERE call = 'account.signInByLink'`)
    expect(entry).toEqual({ actorId: made.id, actorName: '高临时' })
  })

  it('[EXPERT-7] a link leads to the desk who has works or an invitation to judge, and others home', async () => {
    const judges = async (prepare: (userId: string) => Promise<unknown>) => {
      const { id, link } = await make()
      await prepare(id)
      return (await signIn(linkIn(link.address))).data.judges
    }
    const invited = (userId: string) =>
      world.rows(
        `INSERT INTO review_expert ("competitionId", "organisationId", "userId", name, state, "invitedAt")
         SELECT id, "organisationId", $2, '高临时', 'invited', now() FROM competition_competition WHERE id = $1`,
        [design, userId],
      )
    expect([await judges(async () => null), await judges(invited)]).toEqual([false, true])
  })

  it('[EXPERT-4] of several who bring the link at the same time one is let in', async () => {
    const link = linkIn((await make()).link.address)
    const replies = await Promise.all(Array.from({ length: 5 }, () => signIn(link)))
    expect(replies.map(({ error }) => error ?? 'in').toSorted()).toEqual([
      'LINK_INVALID',
      'LINK_INVALID',
      'LINK_INVALID',
      'LINK_INVALID',
      'in',
    ])
  })

  it('[EXPERT-4] (control) two are, when it is used up without looking whether it was', async () => {
    const link = linkIn((await make()).link.address)
    const replies = await Promise.all([1, 2].map(() => world.call('api/fixture/useLinkUnlocked', { link })))
    expect(replies.map(({ code }) => code)).toEqual([0, 0])
  })

  it('[EXPERT-5] a newer link, the end of its time or of the account end a link; a ticket of another purpose opens nothing', async () => {
    const made = await make({ address: 'gao@experts.example' })
    expect(made.link.sentTo).toBe('gao@experts.example')
    const [mail] = await world.rows(`SELECT variables, channel FROM platform_outbox WHERE address = 'gao@experts.example'`)
    expect(mail).toMatchObject({ channel: 'mail', variables: { address: made.link.address, place: DESIGN } })
    const newer = (await specialist('link', { userId: made.id })).data
    expect((await signIn(linkIn(made.link.address))).error).toBe('LINK_INVALID')
    await world.rows(`UPDATE account_ticket SET purpose = 'return' WHERE "userId" = $1`, [made.id])
    expect((await signIn(linkIn(newer.address))).error).toBe('LINK_INVALID')
    await world.rows(`UPDATE account_ticket SET purpose = 'link', "expiresAt" = now() - interval '1 second' WHERE "userId" = $1`, [made.id])
    expect((await signIn(linkIn(newer.address))).error).toBe('LINK_INVALID')
    expect((await specialist('link', { userId: made.id }, foreign)).error).toBe('NOT_FOUND')
    expect((await specialist('link', { userId: reviewer })).error).toBe('NOT_FOUND')
  })

  it('[EXPERT-6] the session ends with the account, and at once when staff end it', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const made = await make({ expiresAt: soon })
    expect(made.link.expiresAt).toBe(soon)
    const { access_token: token } = (await signIn(linkIn(made.link.address))).data
    const [session] = await world.rows('SELECT "expiresAt" FROM account_session WHERE "userId" = $1', [made.id])
    expect(new Date(session.expiresAt).toISOString()).toBe(soon)
    expect((await specialist('end', { userId: made.id }, foreign)).error).toBe('NOT_FOUND')
    expect((await specialist('end', { userId: made.id })).code).toBe(0)
    expect((await world.call('api/usercenter/user', {}, token, 'GET')).code).toBe(401)
    expect((await specialist('link', { userId: made.id })).error).toBe('EXPERT_END')
    expect((await specialist('addTemporary', { name: '迟到', competitionId: design, expiresAt: '2020-01-01T00:00:00.000Z' })).error).toBe(
      'EXPERT_END',
    )
  })
})
