/** What changed between two versions, paragraph by paragraph. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { readVersion } from './agreementDraft.ts'
import { diffLines, paragraphsOf } from './diffLines.ts'

export default defineHandler('agreement.diff', async ({ id, against, language }, context) => {
  const version = await readVersion(id, context)
  const before = against === undefined ? await previous(version, context) : await readVersion(against, context)
  const lang = language ?? context.lang
  const lines = diffLines(before ? paragraphsOf(before.text[lang]) : [], paragraphsOf(version.text[lang]))
  return { number: version.number, against: before?.number ?? null, lines: lines.map((line, at) => ({ id: String(at), ...line })) }
})

async function previous(
  { purpose, place, number }: { purpose: string; place: string; number: number },
  { db }: Parameters<typeof readVersion>[1],
) {
  const row = await db
    .selectFrom('agreement_version')
    .selectAll()
    .where('place', '=', place)
    .where('purpose', '=', purpose as Row<'agreement_version'>['purpose'])
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  return row ?? null
}
