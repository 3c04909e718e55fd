/** The acts of a person, newest first, with their points. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { ownActs } from './ownActs.ts'
import { type Pointed, pointsOf } from './pointsOf.ts'

interface Row extends Pointed {
  id: string
  at: string
  title: LocalText
  competitionId: string
}

export default defineHandler('growth.acts', async ({ act = null, pageNum = 1, pageSize = 20 }, context) => {
  const { db, session, documents } = context
  const settings = documents.settings('growth.points')
  const from = sql`FROM ${ownActs(session.userId!, context)} AS done WHERE ${act}::text IS NULL OR done.act = ${act}`
  const { rows } =
    await sql<Row>`SELECT done.id, done.act, done.at, done.title, done."competitionId"::text AS "competitionId", done.prize ${from}
    ORDER BY done.at DESC, done.id LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(db)
  return { list: rows.map((row) => ({ ...row, points: pointsOf(row, settings) })), total: counted.rows[0]!.total }
})
