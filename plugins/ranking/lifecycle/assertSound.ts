/** Checks a list before its next step: problems refuse the step, doubts have to be confirmed first, all of them together. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import type { RankingConcern } from '../../generated/enums.ts'
import type { RankingList } from '../heldList.ts'
import { checkLines } from './checkLines.ts'

export interface Doubt {
  kind: RankingConcern
  count: number
}

/**
 * `doubts`: of the step itself, beside those of the lines.
 * @throws RANKING_EMPTY; RANKING_CHECKS with every problem; CONFIRM_FIRST while `confirmed` lacks a key
 */
export async function assertSound(
  list: RankingList,
  { doubts = [], confirmed = [] }: { doubts?: readonly Doubt[]; confirmed?: readonly string[] | undefined },
  context: HandlerContext,
): Promise<void> {
  const { fail, lang } = context
  await assertLines(list, context)
  const found = await checkLines(list, context)
  const errors = found.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) fail('RANKING_CHECKS', { problems: errors.map(({ words }) => words).join(lang === 'zh' ? '；' : '; ') })
  const counted = doubts.filter(({ count }) => count > 0)
  const asked = [
    ...counted.map(({ kind, count }) => ({ key: `${kind}:${count}`, words: doubtWords(kind, count, context) })),
    ...found.map(({ code, count, words }) => ({ key: `${code}:${count}`, words })),
  ]
  if (asked.every(({ key }) => confirmed.includes(key))) return
  fail('CONFIRM_FIRST', { what: asked.map(({ words }) => words).join('\n'), confirmed: asked.map(({ key }) => key) })
}

function doubtWords(kind: RankingConcern, count: number, { platform, lang }: HandlerContext): string {
  return `${enumLabel('ranking.concern', kind, platform)[lang]}${lang === 'zh' ? '：' : ': '}${count}`
}

async function assertLines({ id, version }: RankingList, { db, fail }: HandlerContext): Promise<void> {
  const line = db.selectFrom('ranking_award').select('id').where('listId', '=', id).where('version', '=', version).limit(1)
  if (!(await line.executeTakeFirst())) fail('RANKING_EMPTY')
}
