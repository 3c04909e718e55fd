/** Links from the console by which somebody becomes an administrator of the platform. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt, decodeBase32, timeStep } from '../../../plugins/account/factors/totp.ts'
import { hasAdministrator } from '../../../plugins/account/grants/assertNotLast.ts'
import { inviteAdministrator } from '../../harness/inviteAdministrator.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let people = 0
beforeAll(async () => {
  const overlays = [join(PROJECT_DIRECTORY, 'tests/fixtures/services')]
  world = await createWorld({ template: 'tables', siteAddress: 'https://agon.example', overlays })
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.rows('DELETE FROM account_grant')
  await world.rows('DELETE FROM "account_administratorInvite"')
})

const PASSWORD = 'CorrectHorse1!'
const invited = async (isFirst = false) => new URL((await inviteAdministrator(world, isFirst)).address).searchParams.get('link')!
const look = async (link: string) => (await world.call('api/usercenter/administrator/invite', { link })).data.state
const account = (change: Record<string, unknown> = {}) => {
  people += 1
  return { userName: `chief${people}`, name: '乔主管', account: `chief${people}@agon.example`, password: PASSWORD, ...change }
}
const become = (link: string, person: Record<string, unknown> = account()) =>
  world.call('api/usercenter/administrator', { link, ...person })
const isAdministered = () => hasAdministrator(world.server.deps.db, new Date())

describe('an invitation from the console', () => {
  it('[ADMIN-1] opens an account that administers the platform, with the second factor that the role requires', async () => {
    const { address } = await inviteAdministrator(world)
    expect(address).toMatch(/^https:\/\/agon\.example\/becomeAdministrator\?link=[\w-]{32}$/)
    const link = new URL(address).searchParams.get('link')!
    expect(await look(link)).toBe('open')
    expect(await isAdministered()).toBe(false)

    const { data } = await become(link, account({ userName: ' Chief ', account: 'Chief@Agon.example' }))
    expect(data).toEqual({ secondFactor: { step: expect.any(String), setUp: true } })
    const { step } = data.secondFactor
    const { secret } = (await world.call('api/usercenter/authentication/secondFactor/begin', { step })).data
    const code = codeAt(decodeBase32(secret), timeStep(new Date()))
    const tokens = (await world.call('api/usercenter/authentication/secondFactor/confirm', { step, code })).data
    expect(tokens.recoveryCodes).toHaveLength(10)
    expect((await world.call('api/usercenter/user/list', {}, tokens.access_token, 'GET')).data.list).toMatchObject([{ userName: 'chief' }])
    expect(await isAdministered()).toBe(true)
  })

  it('[ADMIN-2] is stored as a hash and noted in the log, as made at the console and as taken', async () => {
    const link = await invited()
    const [row] = await world.rows('SELECT * FROM "account_administratorInvite"')
    expect(JSON.stringify(row)).not.toContain(link)
    expect(row.hash).toBe(createHash('sha256').update(link).digest('hex'))
    await become(link)
    const entries = await world.rows(
      `SELECT call, ip, entity, "actorName", after::text FROM platform_log WHERE entity = 'account.administratorInvite' OR call = 'account.becomeAdministrator' ORDER BY id`,
    )
    expect(entries.map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['account.administratorInvite', 'account.user', 'account.grant']),
    )
    expect(entries.find(({ entity }) => entity === 'account.administratorInvite')).toMatchObject({ ip: 'console', actorName: 'console' })
    expect(JSON.stringify(entries)).not.toContain(link)
    expect(JSON.stringify(entries)).not.toContain(PASSWORD)
  })

  it('[ADMIN-3] works once, and says that it was used; an expired or invented one says so too', async () => {
    const link = await invited()
    expect((await become(link)).code).toBe(0)
    expect([await look(link), (await become(link)).error]).toEqual(['used', 'LINK_INVALID'])
    const late = await invited()
    await world.rows(`UPDATE "account_administratorInvite" SET "expiresAt" = now() - interval '1 second'`)
    expect([await look(late), (await become(late)).error]).toEqual(['expired', 'LINK_INVALID'])
    const invented = 'a'.repeat(32)
    expect([await look(invented), (await become(invented)).error]).toEqual(['unknown', 'LINK_INVALID'])
    expect((await world.rows('SELECT FROM account_grant')).length).toBe(1)
  })

  it('[ADMIN-4] of several who bring it at the same time one becomes an administrator, and no other account is opened', async () => {
    const link = await invited()
    const before = (await world.rows('SELECT FROM account_user')).length
    const replies = await Promise.all(Array.from({ length: 5 }, () => become(link)))
    expect(replies.map(({ error }) => error ?? 'in').toSorted()).toEqual([...Array(4).fill('LINK_INVALID'), 'in'])
    expect((await world.rows('SELECT FROM account_user')).length).toBe(before + 1)
  })

  it('[ADMIN-4] (control) two do, when it is used up without looking whether it was', async () => {
    const link = await invited()
    const replies = await Promise.all([1, 2].map(() => world.call('api/fixture/becomeAdministratorUnlocked', { link })))
    expect(replies.map(({ code }) => code)).toEqual([0, 0])
  })

  it('[ADMIN-5] for the first administrator ends with there being one, also when two are brought at the same time; one asked for stays good', async () => {
    const links = [await invited(true), await invited(true)]
    const wanted = await invited()
    const replies = await Promise.all(links.map((link) => become(link)))
    expect(replies.map(({ error }) => error ?? 'in').toSorted()).toEqual(['LINK_INVALID', 'in'])
    expect(await Promise.all([...links, wanted].map(look))).toEqual(['used', 'used', 'open'])
    expect((await become(wanted)).code).toBe(0)
  })

  it('[ADMIN-6] stays good when the account is refused; who has no link learns nothing about accounts', async () => {
    await become(await invited(), account({ userName: 'known', account: 'known@agon.example' }))
    const link = await invited()
    expect((await become(link, account({ userName: 'KNOWN' }))).error).toBe('NAME_TAKEN')
    expect((await become(link, account({ account: 'known@agon.example' }))).error).toBe('NAME_TAKEN')
    expect((await become(link, account({ password: 'Password1!' }))).error).toBe('PASSWORD_COMMON')
    expect((await become(link, account({ password: 'short' }))).error).toBe('CALL_INPUT')
    expect((await become(link, account({ account: 'nowhere' }))).error).toBe('CALL_INPUT')
    expect((await become('b'.repeat(32), account({ userName: 'known' }))).error).toBe('LINK_INVALID')
    expect(await look(link)).toBe('open')
  })
})
