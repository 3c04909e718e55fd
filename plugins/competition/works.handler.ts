/** The works of a competition that are on show, newest last, found by their title or by whose they are. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { describeWork, WORK_COLUMNS, type WorkFacts, type WorkRow, workFields, worksQuery } from './publicWorks.ts'

const PAGE_SIZE = 24
/** Characters of a summary in the list. */
const SUMMARY_LENGTH = 160

interface Input {
  competitionId: string
  eventId?: string
  search?: string
  pageNum?: number
  pageSize?: number
}

export default defineHandler<Input>(
  'competition.works',
  async ({ competitionId, eventId, search, pageNum = 1, pageSize = PAGE_SIZE }, context) => {
    const page = { pageNum, pageSize }
    const fields = await workFields(competitionId, context)
    if (!fields) return { list: [], total: 0, ...page }
    let query = worksQuery(context, fields).where('r.competitionId', '=', competitionId)
    if (eventId) query = query.where('r.eventId', '=', eventId)
    for (const word of (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 6)) {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      query = query.where(
        sql<boolean>`(r.answers ->> ${fields.workTitle} ILIKE ${pattern} OR r."displayName" ILIKE ${pattern} OR r.school ILIKE ${pattern})`,
      )
    }
    const { total } = (await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()) as { total: number }
    const rows = (await query
      .select(WORK_COLUMNS)
      .orderBy('r.submittedAt')
      .orderBy('r.id')
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute()) as WorkRow[]
    const works = await Promise.all(rows.map((row) => describeWork(row, fields, context)))
    return { list: works.flatMap((work) => (work ? [listed(work)] : [])), total, ...page }
  },
)

function listed({ files: _, summary, ...work }: WorkFacts & { files: unknown }): WorkFacts {
  const characters = [...(summary ?? '')]
  const short = characters.length > SUMMARY_LENGTH ? `${characters.slice(0, SUMMARY_LENGTH).join('')}…` : summary
  return { ...work, summary: short }
}
