/** Packages of the demo, and schools in different states: one that expires soon, one past its end whose renewal waits for payment, one in the middle. */
import { readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoPackage {
  key: string
  name: { zh: string; en: string }
  summary: object
  price: number
  months: number
  rank: number
  contents: { feature: string; amount: number }[]
}
const DAY_MS = 86_400_000
const YEAR = 365
const GRACE = 14
/** As orders name who pays. */
const SCHOOLS: Record<string, string> = { university: '楚江大学', arts: '南屿音乐学院', polytechnic: '云江理工学院' }

export async function insertPackages(
  { db, now }: SeedScope,
  { organisations, users }: { organisations: ReadonlyMap<string, string>; users: ReadonlyMap<string, string> },
): Promise<void> {
  const packages = new Map<string, DemoPackage & { id: string }>()
  for (const { key, ...row } of readDemo<DemoPackage[]>('packages.json')) {
    const values = { ...row, name: JSON.stringify(row.name), summary: JSON.stringify(row.summary), contents: JSON.stringify(row.contents) }
    const { id } = await db.insertInto('package_package').values(values).returning('id').executeTakeFirstOrThrow()
    packages.set(key, { ...row, key, id: String(id) })
  }
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const term = async (school: string, key: string, state: string, ends: number | null) => {
    const { id: packageId, name, rank, price, months, contents } = packages.get(key)!
    const organisationId = organisations.get(school)!
    const of = { organisationId, packageId, name: JSON.stringify(name), rank, price, months, contents: JSON.stringify(contents) }
    const period =
      ends === null
        ? { open: String(organisationId) }
        : { startsAt: day(ends - YEAR), endsAt: day(ends), graceEndsAt: day(ends + GRACE), createdAt: day(ends - YEAR) }
    const values = { ...of, ...period, state, byId: users.get('school') ?? null }
    const { id } = await db.insertInto('package_term').values(values).returning('id').executeTakeFirstOrThrow()
    for (const content of state === 'active' ? contents : [])
      await db
        .insertInto('package_allowance')
        .values({ ...content, termId: id, organisationId, startsAt: day(ends! - YEAR), endsAt: day(ends! + GRACE) })
        .execute()
    const order = {
      number: `${now.toISOString().slice(0, 10).replaceAll('-', '')}9${String(id).padStart(11, '0')}`,
      purpose: 'package',
      termId: id,
      userId: users.get('school')!,
      payer: SCHOOLS[school]!,
      title: JSON.stringify({ zh: `机构套餐 · ${name.zh}`, en: `School package · ${name.en}` }),
      total: price,
      ...(ends === null
        ? { state: 'pending', seat: `p${id}`, expiresAt: day(5) }
        : {
            state: 'paid',
            seat: `p${id}`,
            paid: price,
            expiresAt: day(ends - YEAR),
            paidAt: day(ends - YEAR),
            createdAt: day(ends - YEAR),
          }),
    }
    const { id: orderId, number } = await db.insertInto('pay_order').values(order).returning(['id', 'number']).executeTakeFirstOrThrow()
    await db.insertInto('pay_position').values({ orderId, line: 'package', quantity: 1, price, amount: price }).execute()
    if (ends !== null)
      await db
        .insertInto('pay_payment')
        .values({ orderId, provider: 'pay.sandbox', reference: `SBX${number}`, amount: price, paidAt: day(ends - YEAR) })
        .execute()
  }
  await term('university', 'standard', 'active', 20)
  await term('arts', 'basic', 'ended', -40)
  await term('arts', 'basic', 'ordered', null)
  await term('polytechnic', 'standard', 'active', 200)
}
