/** Computed lines -> lines of a list as people read them: names, school, members and instructors as they are now, the work's title as it was judged. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { lastJudgedTitle } from '../../review/judged/judgedText.ts'
import { type FormVersions, type Member, readNamedMembers } from '../../signup/namedMembers.ts'
import type { RankingFile, RankingLine } from '../compute/RankingFile.ts'

export type ShownLine = Pick<
  Row<'ranking_award'>,
  'rank' | 'tied' | 'prize' | 'prizeName' | 'name' | 'school' | 'members' | 'instructors' | 'work' | 'score' | 'points'
> & { workId: string; registrationId: string; eventId: string }

/** As teams with accounts are written. */
function namesOf(members: readonly Member[]): Pick<Facts, 'members' | 'instructors'> {
  const of = (isOne: (role: Member['role']) => boolean) =>
    members
      .filter(({ role, name }) => isOne(role) && name !== '')
      .map(({ name }) => name)
      .join('、') || null
  return { members: of((role) => role === 'captain' || role === 'contestant'), instructors: of((role) => role === 'instructor') }
}

/** Longest texts of a line, as its entity declares them. */
const LIMITS = { name: 200, school: 200, members: 500, instructors: 200, work: 200 } as const

/** Lines that a ranking shows: all, or those with a prize, as its rule says. */
export function listedLines({ rule, result }: Pick<RankingFile, 'rule' | 'result'>): RankingLine[] {
  return rule.listed === 'prizes' && rule.quotas.length > 0 ? result.lines.filter(({ quota }) => quota !== null) : result.lines
}

/** Lines with the names and works that people read. */
export async function shownLines(
  lines: readonly RankingLine[],
  { rule, list }: Pick<RankingFile, 'rule' | 'list'>,
  context: Pick<HandlerContext, 'db' | 'now'> & FormVersions,
): Promise<ShownLine[]> {
  const facts = await factsOf(
    lines.map(({ work }) => work),
    context,
  )
  const registrations = [...new Set(lines.map(({ registration }) => registration))]
  const named = await readNamedMembers(list.competition, registrations, context)
  return lines.map((line) => {
    const { prize = null, prizeName = null } = (line.quota === null ? undefined : rule.quotas[line.quota]) ?? {}
    const { name, school, work, ...accounts } = facts.get(line.work) ?? GONE
    const { members, instructors } = named.has(line.registration) ? namesOf(named.get(line.registration)!) : accounts
    return {
      ...{ rank: line.rank, tied: line.tied, prize: prize as ShownLine['prize'], prizeName },
      ...{ name: cut(name, 'name') ?? '', school: cut(school, 'school'), members: cut(members, 'members') },
      ...{ instructors: cut(instructors, 'instructors'), work: cut(work, 'work') },
      ...{ score: line.score.toFixed(rule.digits), points: line.score },
      ...{ workId: line.work, registrationId: line.registration, eventId: line.event },
    }
  })
}

interface Facts {
  name: string
  school: string | null
  members: string | null
  instructors: string | null
  work: string
}

/** Of a work that was deleted for good since the ranking was computed. */
const GONE: Facts = { name: '', school: null, members: null, instructors: null, work: '' }

async function factsOf(workIds: readonly string[], { db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<Map<string, Facts>> {
  const { rows } = await sql<Facts & { id: string }>`
    SELECT w.id, r."displayName" AS name, coalesce(r.school, w.school) AS school, m.members, m.instructors, ${lastJudgedTitle(now)} AS work
    FROM work_work w JOIN signup_registration r ON r.id = w."registrationId" LEFT JOIN LATERAL (
      SELECT string_agg(name, '、' ORDER BY id) FILTER (WHERE role IN ('captain', 'contestant')) AS members,
        string_agg(name, '、' ORDER BY id) FILTER (WHERE role = 'instructor') AS instructors
      FROM team_member WHERE "registrationId" = r.id AND state = 'active') m ON true
    WHERE w.id = ANY(${[...workIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

function cut(text: string | null, field: keyof typeof LIMITS): string | null {
  if (text === null || text.trim() === '') return null
  const characters = [...text]
  return characters.length <= LIMITS[field] ? text : `${characters.slice(0, LIMITS[field] - 1).join('')}…`
}
