/** Calls that take a phone number, an address or an account name of someone else: a stranger who has an account is answered for as one who has none. Every
 *  such call is named below with what is done about it; a new one fails the first test until it is. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, DESIGN, HACKATHON_ANSWERS, hackathonForm, type World } from '../roadWorld.ts'

const CODE = '000000'
const UNTIL = new Date(Date.now() + 30 * 86_400_000).toISOString()
const PASSWORD = 'Autumn#2026'

/** Someone by the three names of an account. */
interface Names {
  userName: string
  phone: string
  email: string
}
type Look = (typed: string) => Promise<unknown>
interface Alike {
  by: readonly (keyof Names)[]
  /** Everything that the asker can read of it afterwards. */
  look: Look
}
type Decision = Alike | 'own' | 'kept' | 'staff'

let world: World
let organiser: string
let member: { id: string; token: string }
let captain: { id: string; token: string }
let design: string
let team: string
let committee: string

beforeAll(async () => {
  world = await createWorld({ template: 'seeded', overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/team')] })
  organiser = await world.signIn('organiser')
  ;[member, captain] = [await world.newcomer(), await world.newcomer()]
  await world.rows('UPDATE account_user SET phone = $2 WHERE id = $1', [member.id, '13700000001'])
  await world.rows('UPDATE account_session SET "provedAt" = now() WHERE "userId" = $1', [captain.id])
  design = await world.competition(DESIGN)
  ;[{ committee }] = await world.rows('SELECT "organisationId"::text AS committee FROM competition_competition WHERE id = $1', [design])
  const ocean = await world.competition('海洋可持续创新挑战')
  const input = { competitionId: ocean, eventId: await world.event(ocean, '方案组'), agreement: true, name: '海风队' }
  const made = await world.call('api/web/competition/signup/group', input, captain.token)
  expect(made.error).toBeUndefined()
  team = made.data.id
})
afterAll(() => world?.close())

let counter = 0
/** Names that nobody has; of the same shape each time. */
function unusedNames(): Names {
  counter += 1
  const number = String(counter).padStart(4, '0')
  return { userName: `stranger.${number}`, phone: `1380000${number}`, email: `stranger.${number}@mail.example` }
}
async function knownNames(): Promise<Names> {
  const names = unusedNames()
  await world.rows('INSERT INTO account_user (name, "userName", phone, email) VALUES ($1, $2, $3, $4)', [
    '秦有账号',
    names.userName,
    names.phone,
    names.email,
  ])
  return names
}

const post = async (path: string, input: object, token: string | null = organiser) => world.call(`api/${path}`, { ...input }, token)
const bulk = (extra: object) => (names: string) => ({ audience: 'accounts', names, ...extra })

const CONTACTS = ['phone', 'email'] as const
const ALL = ['userName', 'phone', 'email'] as const
const accountCode = (path: string, more: object = {}): Alike => ({
  by: CONTACTS,
  look: (account) => post(path, { account, code: CODE, ...more }, null),
})
function asked(path: string): Look {
  return async (account) => [
    await post(path, { id: team, account }, captain.token),
    await post(path, { id: team, account }, captain.token),
    (await world.call(`api/web/competition/groupInfo/${team}`, {}, captain.token, 'GET')).data.invited.at(-1),
  ]
}
/** Everything that the giver can do and read before the person has answered. */
function offered(path: string, where: () => object): Alike {
  const look: Look = async (account) => {
    const give = () => post(path, { account, ...where() })
    const made = async () => {
      const { list } = (await world.call('api/usercenter/offer/made', { pageSize: 100 }, organiser, 'GET')).data
      return list.filter(({ offeredTo }: { offeredTo: string }) => offeredTo === account)
    }
    const replies = [await give(), await give(), await made()]
    const [{ id }] = await made()
    replies.push(await post('usercenter/offer/answer', { id, agree: true }))
    for (const act of ['sendAgain', 'withdraw', 'withdraw', 'sendAgain']) replies.push(await post(`usercenter/offer/${act}`, { id }))
    const log = await world.call('api/platform/log', { entity: 'account.offer', pageSize: 5 }, organiser, 'GET')
    return [...replies, await made(), log.data?.list?.filter(({ rowId }: { rowId: string }) => rowId === id), log.error, await give()]
  }
  return { by: ALL, look }
}
const decisions: Record<string, Decision> = {
  'vote.invite': {
    by: ALL,
    look: async (typed) => [
      await post('web/vote/invite', { competitionId: design, accounts: typed }),
      await post('web/vote/invite', { competitionId: design, accounts: typed }),
      (await world.call('api/web/vote/voters', { competitionId: design, search: typed }, organiser, 'GET')).data.list,
    ],
  },
  'competition.addPreapproved': {
    by: CONTACTS,
    look: async (people) => [
      await post('web/competition/preapproved/save', { competitionId: design, people }),
      await post('web/competition/preapproved/save', { competitionId: design, people }),
      (await post('web/competition/preapproved/list', { competitionId: design, search: people })).data.list,
    ],
  },
  'team.invite': { by: ALL, look: asked('web/user/inviteGroupByLeader') },
  'team.addMember': { by: ALL, look: asked('web/competition/addMember') },
  'review.inviteByEmail': {
    by: ['email'],
    look: async (email) => {
      const invite = () => post('web/review/expert/inviteByEmail', { competitionId: design, until: UNTIL, people: email })
      const panel = () => post('web/review/expert/list', { competitionId: design, search: email.split('@')[0] })
      const experts = async () => (await post('usercenter/specialist/selectUser', { pageSize: 1, search: email.split('@')[0] })).data.total
      const replies = [await invite(), await invite(), await panel(), await experts()]
      // what the organiser can do with the row before the person has answered
      const { list } = (await panel()).data
      expect(list).toHaveLength(1)
      for (const path of ['remove', 'restore']) replies.push(await post(`web/review/expert/${path}`, { id: list[0].id }))
      const conflicts = await world.call('api/web/review/conflict/list', { competitionId: design, pageSize: 1 }, organiser, 'GET')
      return [...replies, await panel(), conflicts.data.total]
    },
  },
  'message.preview': {
    by: ALL,
    look: (typed) => post('web/message/preview', bulk({ template: 'message.free', text: { zh: '你好' } })(typed)),
  },
  'message.send': {
    by: ALL,
    look: (typed) => post('web/messageLabelOld/addTask', bulk({ template: 'message.free', text: { zh: '你好' } })(typed)),
  },
  'message.bulkPreview': {
    by: ALL,
    look: (typed) => post('web/message/bulk/preview', bulk({ channel: 'mail', subject: { zh: '一' }, text: { zh: '你好' } })(typed)),
  },
  'message.bulkSend': {
    by: ALL,
    look: (typed) => post('web/report/sendEmailMessage', bulk({ channel: 'mail', subject: { zh: '一' }, text: { zh: '你好' } })(typed)),
  },
  'message.bulkTest': {
    by: ALL,
    look: (typed) => post('web/message/bulk/test', bulk({ channel: 'mail', subject: { zh: '一' }, text: { zh: '你好' } })(typed)),
  },
  'account.code': { by: CONTACTS, look: (account) => post('usercenter/code', { account, purpose: 'reset' }, null) },
  'account.smsCode': { by: ['phone'], look: (phone) => post('usercenter/code/sms', { phone, purpose: 'signIn' }, null) },
  'account.signIn': { by: ALL, look: (account) => post('usercenter/authentication/form', { account, password: 'wrong' }, null) },
  'account.signInByCode': accountCode('usercenter/authentication/mobile'),
  'account.resetPassword': accountCode('usercenter/user/resetPassword', { password: PASSWORD }),
  'account.register': accountCode('usercenter/user/register', { name: '何新', password: PASSWORD, agreement: true }),
  'account.registerCheck': accountCode('usercenter/user/register/check'),
  'account.changePhone': {
    by: ['phone'],
    look: (phone) => post('usercenter/user/modifyMobile', { oldCode: CODE, phone, code: CODE }, member.token),
  },
  'account.bindPhone': {
    by: ['phone'],
    look: (phone) => post('usercenter/user/insertOrUpdateMobile', { phone, code: CODE }, captain.token),
  },
  'account.addTemporaryExpert': {
    by: CONTACTS,
    look: (address) => post('usercenter/specialist/addTemporary', { name: '何', competitionId: design, expiresAt: UNTIL, address }),
  },
  'signup.enter': {
    by: CONTACTS,
    look: async (account) => {
      const [host, form] = [await world.signIn('organiser 2'), await hackathonForm(world)]
      const enter = () => post('web/competition/signUp', { ...form, account, answers: HACKATHON_ANSWERS }, host)
      const replies = [await enter(), await enter()]
      const [first, second] = replies.map(({ code, error }) => ({ code, error }))
      return [first, second, (await post(`web/signup/detail/${replies[0]!.data.id}`, {}, host)).data.person]
    },
  },
  // what is typed is stored or written to, and no account is looked for
  'account.linkTemporaryExpert': 'kept',
  'review.shareByEmail': 'kept',
  'certificate.create': 'kept',
  'data.addAward': 'kept',
  'data.changeAward': 'kept',
  'support.apply': 'kept',
  'organisation.add': 'kept',
  'organisation.addSubordinate': 'kept',
  'organisation.update': 'kept',
  // of the person who asks
  'account.prove': 'own',
  'account.updateBankInfo': 'own',
  'account.becomeAdministrator': 'own',
  'certificate.apply': 'own',
  'profile.save': 'own',
  // by people who may read all accounts
  'account.seeAs': 'staff',
  'account.why': 'staff',
  'account.whyGrants': 'staff',
  'organisation.addMember': offered('usercenter/group/addMember', () => ({ organisationId: committee })),
  'account.grantRole': offered('usercenter/user/grantRole', () => ({
    role: 'account.competitionStaff',
    scope: 'competition',
    competitionId: design,
  })),
  'empowerment.grant': offered('web/competition/empower/grant', () => ({
    role: 'account.competitionStaff',
    scope: 'competition',
    competitionId: design,
  })),
  'account.addAccount': {
    by: ALL,
    look: async (userName) => {
      const make = () => post('usercenter/user/add', { name: '何新', password: PASSWORD, organisationId: committee, userName })
      const replies = [await make(), await make()]
      return JSON.parse(JSON.stringify(replies).replaceAll(/\.\d{4}(?=")/g, '.DIGITS'))
    },
  },
  'account.addAccount by contact': {
    by: CONTACTS,
    look: (typed) => {
      const contact = typed.includes('@') ? { email: typed } : { phone: typed }
      return post('usercenter/user/add', { name: '何新', password: PASSWORD, organisationId: committee, userName: 'xin.he', ...contact })
    },
  },
  // as message.send: `peopleNamed` within `reachablePeople`
  'questionnaire.invite': 'kept',
}

const OF_PEOPLE = /^(accounts?|names|people|userName|.*phone|.*email|address(Zh|En)?|receivers?|.*account)$/i
function takesPeople({ input }: CallDocument): boolean {
  const members = Object.entries((input?.properties ?? {}) as Record<string, { type?: unknown }>)
  // a number says how many, not who
  return members.some(([name, { type }]) => OF_PEOPLE.test(name) && type !== 'integer')
}

describe('a stranger', () => {
  it('[ALIKE-1] is taken by no call that is not decided about', () => {
    const calls = [...world.server.deps.platform().documents.call.values()].filter(takesPeople).map(({ id }) => id)
    expect(calls.filter((id) => !Object.hasOwn(decisions, id)).toSorted()).toEqual([])
  })

  const alike = Object.entries(decisions).filter((entry): entry is [string, Alike] => typeof entry[1] === 'object')
  it.each(alike)('[ALIKE-2] %s answers the same for one who has an account and one who has none', async (_id, { by, look }) => {
    for (const name of by) {
      const [known, unknown] = [(await knownNames())[name], unusedNames()[name]]
      const seen = async (typed: string) => plain(await look(typed), typed)
      const forUnknown = await seen(unknown)
      expect(JSON.stringify(forUnknown)).not.toMatch(/"error":"(CALL_INPUT|PERMISSION_DENIED|SESSION_REQUIRED|PROOF_NEEDED)"/)
      expect(await seen(known), name).toEqual(forUnknown)
    }
  })
})

/** A reply without what was typed, and without ids and moments, which differ each time. */
function plain(reply: unknown, typed: string): unknown {
  const text = JSON.stringify(reply)
    .replaceAll(typed, 'TYPED')
    .replaceAll(typed.split('@')[0]!, 'TYPED')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"MOMENT"')
    .replaceAll(/"(id|jobId|rowId|userName)":"[^"]*"/g, '"$1":"ID"')
    .replaceAll(/(link=)[\w-]+/g, '$1SECRET')
    .replaceAll(/"(requestId|retryAfter)":("[^"]*"|\d+)/g, '"$1":0')
  return JSON.parse(text)
}
