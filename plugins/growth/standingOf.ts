/** Points and level of a person with what they are made of: groups of the acts by kind, type of competition, year and prize. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { enumLabels } from '../../runtime/core/enumLabels.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import type { GrowthPointsSettings } from '../generated/settings.ts'
import { ownActs } from './ownActs.ts'
import { levelOf, type Pointed, pointsOf } from './pointsOf.ts'

interface Row extends Pointed {
  at: string
  type: string | null
}

/** @param userId  of an account */
export async function standingOf(userId: string, context: HandlerContext) {
  const { db, documents, platform } = context
  const settings = documents.settings('growth.points')
  const { rows } = await sql<Row>`SELECT act, at, type, prize FROM ${ownActs(userId, context)} AS done`.execute(db)
  const points = sum(rows, settings)
  const of = (act: string) => rows.filter((row) => row.act === act)
  const labels = await db.selectFrom('profile_profile').select('labels').where('userId', '=', userId).executeTakeFirst()
  return {
    points,
    ...levelOf(points, settings),
    ...{ registered: of('registered').length, works: of('work').length, awards: of('award').length, courses: of('course').length },
    acts: enumLabels('growth.act', platform).map(({ code }) => ({ act: code, count: of(code).length, points: sum(of(code), settings) })),
    types: enumLabels('competition.type', platform).map(({ code, label }) => ({
      ...{ type: code, name: label },
      count: of('registered').filter((row) => row.type === code).length,
    })),
    years: yearsOf(rows, context),
    prizes: enumLabels('ranking.prize', platform)
      .map(({ code, label }) => ({ prize: code, name: label, count: of('award').filter((row) => row.prize === code).length }))
      .filter(({ count }) => count > 0),
    labels: (labels?.labels ?? []) as string[],
  }
}

function sum(rows: readonly Pointed[], settings: GrowthPointsSettings): number {
  return rows.reduce((points, row) => points + pointsOf(row, settings), 0)
}

/** By the platform's zone, first year first. */
function yearsOf(rows: readonly Row[], { platform }: HandlerContext) {
  const yearOf = ({ at }: Row) => dayAt(new Date(at), platform.app.timeZone).slice(0, 4)
  return [...Map.groupBy(rows, yearOf)]
    .map(([year, own]) => ({
      year,
      count: own.filter(({ act }) => act === 'registered').length,
      awards: own.filter(({ act }) => act === 'award').length,
    }))
    .sort((one, other) => one.year.localeCompare(other.year))
}
