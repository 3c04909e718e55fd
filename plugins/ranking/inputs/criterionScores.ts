/** Scores of the criteria that a rule compares in ties, of each review. Each review is read by its own version of the score sheet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { sheetTotal } from '../../review/scores/sheetTotal.ts'
import type { FormVersions } from '../../signup/namedMembers.ts'
import { criterionOf, type RankingRule } from '../compute/RankingRule.ts'

type Scores = Record<string, number>

/** By round, then by `<work>/<user>`; rounds without such a tie are absent. */
export async function criterionScores(
  { ties }: Pick<RankingRule, 'ties'>,
  { db, documents }: Pick<HandlerContext, 'db'> & FormVersions,
): Promise<Map<string, Map<string, Scores>>> {
  const wanted = Map.groupBy(
    ties.flatMap((tie) => criterionOf(tie) ?? []),
    ({ roundId }) => roundId,
  )
  const rows = await db
    .selectFrom('review_mark')
    .select(['roundId', 'workId', 'userId', 'formHash', 'answers'])
    .where('roundId', 'in', [...wanted.keys(), '0'])
    .where('state', '=', 'submitted')
    .execute()
  const sheets = new Map<string, FormDocument | undefined>()
  for (const { formHash } of rows)
    if (!sheets.has(formHash)) sheets.set(formHash, (await documents.store.byHash(formHash))?.content as FormDocument | undefined)
  const found = new Map([...wanted.keys()].map((roundId) => [roundId, new Map<string, Scores>()]))
  for (const { roundId, workId, userId, formHash, answers } of rows) {
    const names = new Set(wanted.get(roundId)!.map(({ name }) => name))
    const sheet = sheets.get(formHash)
    const { criteria } = sheet ? sheetTotal(sheet, (answers ?? {}) as Record<string, unknown>) : { criteria: [] }
    const scores = criteria.flatMap(({ name, score }) => (score !== null && names.has(name) ? [[name, score] as const] : []))
    found.get(roundId)!.set(`${workId}/${userId}`, Object.fromEntries(scores))
  }
  return found
}
