/** Changes the organiser's settings for experts; absent ones stay. All of them, or none. Whom the page of the competition is to show is asked first, and asked
 *  again when the words change. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { type Expert, type ExpertRules, invitingCompetition, lockExpert, ofExpert } from './panel.ts'

export default defineHandler('review.changeExperts', async ({ ids, ...given }, context) => {
  const wanted = [...new Set(ids)].sort((one, other) => Number(one) - Number(other))
  const rules = given as ExpertRules
  for (const id of wanted) {
    const row = await lockExpert(id, context)
    const { minLoad = row.minLoad, maxLoad = row.maxLoad } = rules
    if (maxLoad !== null && minLoad > maxLoad) return context.fail('REVIEW_LOAD', { name: row.name })
    const asks = mustAsk(row, rules)
    await context.rows.save('review.expert', row, { ...rules, ...(asks && { agreesShown: null }) }, ofExpert(row))
    if (asks && row.state === 'accepted') await ask({ ...row, ...rules }, context)
  }
  return { changed: wanted.length }
})

/** No one agreed to these words yet. */
function mustAsk(row: Expert, { isShown = row.isShown, shownAs = row.shownAs }: ExpertRules): boolean {
  const [wanted, before] = [wordsOf(shownAs), wordsOf(row.shownAs)]
  return isShown && (!row.isShown || wanted.shownZh !== before.shownZh || wanted.shownEn !== before.shownEn)
}

function wordsOf(text: Partial<LocalText> | null | undefined): { shownZh: string; shownEn: string } {
  const zh = text?.zh ?? ''
  return { shownZh: zh, shownEn: text?.en || zh }
}

async function ask({ userId, competitionId, name, shownAs }: Expert, context: HandlerContext): Promise<void> {
  const { title } = await invitingCompetition(competitionId, context)
  await context.messages.send('review.askedShown', { userId }, { titleZh: title.zh, titleEn: title.en, name, ...wordsOf(shownAs) })
}
