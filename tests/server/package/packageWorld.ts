/** Schools without a package, their administrators, and packages on sale. */
import type { Tokens } from '../../../runtime/core/contracts.ts'
import type { TestServerOptions } from '../../harness/startTestServer.ts'
import { createPayWorld, type PayWorld } from '../pay/payWorld.ts'
import { serverScope } from '../roadWorld.ts'

export const DAY = 86_400_000

export interface School {
  id: string
  /** Of its administrator. */
  token: string
  userId: string
}
export interface PackageWorld extends PayWorld {
  admin: string
  packages: { basic: string; standard: string; flagship: string }
  school(): Promise<School>
  /** Somebody with a role on an organisation. */
  holder(role: string, organisationId: string): Promise<{ token: string; userId: string }>
  buy(school: School, packageId: string): Promise<{ id: string; orderId: string; number: string; total: number }>
  /** As the provider reports it, which also knows it when it is asked for a refund. */
  pay(order: { number: string; total: number }): Promise<string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
  standing(school: School): Promise<any>
}

export async function createPackageWorld(options: TestServerOptions = {}): Promise<PackageWorld> {
  const world = await createPayWorld(options)
  const { rows, call } = world
  const admin = await world.signIn('administrator')
  const byRank = await rows('SELECT id::text FROM package_package ORDER BY rank')
  const [basic, standard, flagship] = byRank.map(({ id }) => String(id)) as [string, string, string]
  const holder: PackageWorld['holder'] = async (role, organisationId) => {
    const { id } = await world.newcomer()
    await rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, 'organisation', $3)`, [
      id,
      role,
      organisationId,
    ])
    const scope = serverScope(world, world.server.deps.db)
    return { userId: id, token: ((await world.server.deps.services.sessions.bind(scope).open(id)) as Tokens).access_token }
  }
  let schools = 0
  return {
    ...world,
    admin,
    packages: { basic, standard, flagship },
    holder,
    async school() {
      schools += 1
      const name = JSON.stringify({ zh: `示例学校${schools}`, en: `Sample school ${schools}` })
      const [{ id }] = await rows(`INSERT INTO organisation_organisation (name, kind) VALUES ($1, 'school') RETURNING id::text`, [name])
      return { id, ...(await holder('account.schoolAdmin', id)) }
    },
    async buy(school, packageId) {
      const { data, error } = await call('api/web/school/package', { organisationId: school.id, packageId }, school.token)
      if (error) throw new Error(error)
      const [order] = await rows('SELECT number, total FROM pay_order WHERE id = $1', [data.orderId])
      return { ...data, number: order.number, total: Number(order.total) }
    },
    pay: async ({ number, total }) => {
      await world.traded(number, total)
      return world.notice(number, { amount: total })
    },
    standing: async (school) => (await call('api/web/school/standing', { organisationId: school.id }, school.token, 'GET')).data,
  }
}
