/** Ten years of reported awards for three schools, with the lists of these years, and the figures of all that was filled in before. Always the same, so that
 *  pictures and tests can rely on them. */
import { bringFigures } from '../../plugins/data/bringFigures.ts'
import type { Bringing } from '../../plugins/data/places.ts'
import { createRandom } from '../../plugins/demo/random.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoFigures {
  /** `code`: of a school that the demo did not have. */
  schools: {
    organisation: string
    code?: string
    name?: object
    region?: string
    awards: number
    growth: number
    colleges: string[]
    teachers: string[]
  }[]
  competitions: { name: string; level: string; type: string; organiser: string; since: number; aliases?: string }[]
}
const YEARS = 10
const SEED = 31
const PRIZES = ['first', 'second', 'second', 'third', 'third', 'third', 'excellent', 'excellent'] as const

export async function insertFigures(
  deps: ServerDeps,
  { db, rows, now }: SeedScope,
  organisations: ReadonlyMap<string, string>,
): Promise<void> {
  const { schools, competitions } = readDemo<DemoFigures>('figures.json')
  const random = createRandom(SEED)
  const last = now.getFullYear()
  const years = Array.from({ length: YEARS }, (_, index) => last - YEARS + 1 + index)
  const open = (year: number) => year >= last - 1
  await db
    .insertInto('data_year')
    .values(years.map((year) => ({ year, name: String(year), open: open(year) })))
    .execute()
  const lists = years.flatMap((year) =>
    competitions.filter(({ since }) => year - last + YEARS > since).map(({ since: _, ...one }) => ({ ...one, year })),
  )
  await db.insertInto('data_listed').values(lists).execute()
  const added = schools.flatMap(({ organisation, code, name, region }) =>
    code ? [{ code, name: JSON.stringify(name), region: region!, organisationId: organisations.get(organisation)! }] : [],
  )
  await db
    .insertInto('organisation_school')
    .values(added as never)
    .execute()
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!
  const awards = schools.flatMap((school) =>
    years.flatMap((year, index) => {
      const listed = lists.filter((one) => one.year === year)
      return Array.from({ length: Math.round(school.awards * (1 + school.growth * index)) }, (_, number) => {
        const { name: competition, level, type } = pick(listed)
        const people = 1 + Math.floor(random.next() * 4)
        const month = 3 + Math.floor(random.next() * (year === last ? 8 : 9))
        return {
          organisationId: organisations.get(school.organisation)!,
          ...{ year, competition, level, type, people },
          prize: pick(PRIZES),
          awardedOn: `${year}-${String(month).padStart(2, '0')}-15`,
          name: `${year} ${pick(school.colleges).slice(0, 2)} ${number + 1}`,
          college: pick(school.colleges),
          teacher: pick(school.teachers),
          state: 'approved',
          decidedAt: `${year}-12-01T00:00:00.000Z`,
        }
      })
    }),
  )
  for (let at = 0; at < awards.length; at += 200)
    await db
      .insertInto('data_award')
      .values(awards.slice(at, at + 200) as never)
      .execute()
  const context = { rows, db, platform: deps.platform(), now: new Date() } as unknown as Bringing
  await bringFigures((work) => work(context))
}
