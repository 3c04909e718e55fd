/** Reminders to experts who are behind, and their words. */
import type { HandlerContext, TemplateTypes } from '../../../runtime/core/contracts.ts'
import { momentText } from '../../audit/valueText.ts'
import { invitingCompetition } from '../panel/panel.ts'
import { phaseOf, type Round } from '../round.ts'
import { type BoardExpert, boardExperts } from './boardExperts.ts'

/** No one is reminded again within this time. */
const AGAIN_AFTER_MS = 24 * 3_600_000

/** Who is late, can still submit, and was not reminded within a day. */
export async function expertsToRemind(round: Round, context: HandlerContext): Promise<BoardExpert[]> {
  const phase = phaseOf(round, context.now)
  if (phase !== 'open' && phase !== 'grace') return []
  return (await boardExperts(round, context)).filter(
    ({ late, remindedAt }) => late && (remindedAt === null || context.now.getTime() - Date.parse(remindedAt) >= AGAIN_AFTER_MS),
  )
}

/** Words for one expert. */
export async function reminderWords(
  round: Round,
  context: HandlerContext,
): Promise<(to: { name: string; open: number }) => TemplateTypes['review.late']> {
  const { title } = await invitingCompetition(round.competitionId, context)
  const { platform, site } = context
  const same = {
    ...{ titleZh: title.zh, titleEn: title.en, roundZh: round.title.zh, roundEn: round.title.en },
    ...{ closesZh: momentText(round.closesAt, platform, 'zh'), closesEn: momentText(round.closesAt, platform, 'en') },
    address: `${site}/admin/myReviews?${new URLSearchParams({ roundId: round.id })}`,
  }
  return ({ name, open }) => ({ ...same, name, open: String(open) })
}
