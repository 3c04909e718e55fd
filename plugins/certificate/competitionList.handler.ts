/** Competitions of which the person has certificates, by title. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { ownCertificates } from './ownCertificates.ts'

const MAX = 50

export default defineHandler('certificate.competitionList', async ({ search = '', ids }, { db, session }) => {
  const words = searchForm(search)
  const { rows } = await sql<{ id: string; title: LocalText }>`
    SELECT k.id::text AS id, k.title FROM competition_competition k
    WHERE k.id IN (SELECT "competitionId" FROM certificate_certificate WHERE id IN ${ownCertificates(session.userId!)} AND state IN ('published', 'withdrawn', 'replaced'))
      AND (${ids === undefined} OR k.id = ANY(${ids ?? []}::bigint[])) AND (${search.trim()} = '' OR platform_finds(k.title::text, ${words}))
    ORDER BY k.title->>'zh', k.id LIMIT ${MAX}`.execute(db)
  return { list: rows }
})
