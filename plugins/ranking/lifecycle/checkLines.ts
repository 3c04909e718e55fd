/** Findings about the lines of a list, in words of the asker's language. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { type FoundCheck, rankingChecks } from '../checks/rankingChecks.ts'
import type { RankingList } from '../heldList.ts'

export interface LineFinding extends Pick<FoundCheck, 'code' | 'severity' | 'count'> {
  words: string
}

/** Errors first. */
export async function checkLines(list: RankingList, context: HandlerContext): Promise<LineFinding[]> {
  const { platform, lang } = context
  return (await rankingChecks(context, list)).map(({ code, severity, count, params: { names } }) => {
    const label = enumLabel('ranking.check', code, platform)[lang]
    return { code, severity, count, words: lang === 'zh' ? `${label}：${count}（${names}）` : `${label}: ${count} (${names})` }
  })
}
