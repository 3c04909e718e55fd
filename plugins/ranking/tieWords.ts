/** A tie of a rule in words. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import { criteriaOf } from '../review/scores/sheetTotal.ts'
import type { RankedRound } from './compute/RankingFile.ts'
import { criterionOf, roundOfTie } from './compute/RankingRule.ts'

/**
 * Words of each tie: "Median of single reviews", "Mean of a criterion: First round · Originality".
 * @param rounds  those of the file; a tie only names rounds of its rule
 */
export async function tieWords(
  ties: readonly string[],
  rounds: readonly Pick<RankedRound, 'id' | 'title'>[],
  context: Pick<HandlerContext, 'platform' | 'lang' | 'db' | 'documents'>,
): Promise<Map<string, string>> {
  const { platform, lang } = context
  const words = new Map<string, string>()
  for (const tie of ties) {
    const [by = ''] = tie.split(':')
    const label = enumLabel('ranking.tie', by, platform)[lang]
    const round = rounds.find(({ id }) => id === roundOfTie(tie))?.title[lang]
    const criterion = await criterionTitle(tie, context)
    const parts = [round, criterion].filter((part) => part !== undefined)
    words.set(tie, parts.length === 0 ? label : `${label}${lang === 'zh' ? '：' : ': '}${parts.join(' · ')}`)
  }
  return words
}

/** As the published sheet of the round calls it now; its name once it is gone. */
async function criterionTitle(tie: string, { db, documents, lang }: Pick<HandlerContext, 'db' | 'documents' | 'lang'>) {
  const named = criterionOf(tie)
  if (!named) return undefined
  const round = await db.selectFrom('review_round').select('sheetId').where('id', '=', named.roundId).executeTakeFirst()
  const sheet = round?.sheetId ? await documents.store.published('form', round.sheetId) : null
  const found = sheet && criteriaOf(sheet.content as Parameters<typeof criteriaOf>[0]).find(({ name }) => name === named.name)
  return found?.title?.[lang] ?? named.name
}
