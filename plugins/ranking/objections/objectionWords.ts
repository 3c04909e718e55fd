/** Variables of messages about an objection. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { joinTitles } from '../../audit/joinTitles.ts'
import { momentText } from '../../audit/valueText.ts'

interface Facts {
  about: string
  text: string
  deadline: string
}

export async function objectionWords(
  list: { competitionId: string; title: LocalText },
  { about, text, deadline }: Facts,
  { platform, rows }: HandlerContext,
): Promise<{
  organisationId: string
  words: Record<'title' | 'titleEn' | 'about' | 'aboutEn' | 'text' | 'deadline' | 'deadlineEn', string>
}> {
  const competition = await rows.get('competition.competition', list.competitionId)
  const { zh, en } = joinTitles(competition.title as LocalText, list.title)
  const label = enumLabel('ranking.objectionAbout', about, platform)
  const due = { deadline: momentText(deadline, platform, 'zh'), deadlineEn: momentText(deadline, platform, 'en') }
  return { organisationId: competition.organisationId, words: { title: zh, titleEn: en, about: label.zh, aboutEn: label.en, text, ...due } }
}
