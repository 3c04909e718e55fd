/** What an invitation says of the task itself: when each round is, how many works there are and how many fall to one expert, and whom to ask. Lines of an
 *  email, ending with an empty one; nothing for what the organiser has not set yet. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { momentText } from '../../audit/valueText.ts'
import { roundsOf } from '../round.ts'
import type { Expert } from './panel.ts'

/** @param row  the expert with the organiser's rules as they are now */
export async function taskWords(row: Expert, context: HandlerContext): Promise<LocalText> {
  const asked = row.roundIds as string[] | null
  const rounds = (await roundsOf(row.competitionId, context)).filter(({ id }) => asked?.includes(id) ?? true)
  const lines = rounds.map(({ title, opensAt, closesAt }): LocalText => {
    const day = (lang: 'zh' | 'en') => ({
      from: momentText(opensAt, context.platform, lang),
      until: momentText(closesAt, context.platform, lang),
    })
    return {
      zh: context.text('review.task.round', { title: title.zh, ...day('zh') }).zh,
      en: context.text('review.task.round', { title: title.en, ...day('en') }).en,
    }
  })
  const works = await worksOf(row.competitionId, context)
  if (works > 0) lines.push(context.text('review.task.works', { works }))
  if (row.maxLoad !== null) lines.push(context.text('review.task.load', { load: row.maxLoad }))
  const contact = await contactOf(row.competitionId, context)
  if (contact) lines.push(context.text('review.task.contact', { contact }))
  const joined = (lang: 'zh' | 'en') => lines.map((line) => `${line[lang]}\n`).join('')
  return lines.length === 0 ? { zh: '', en: '' } : { zh: `${joined('zh')}\n`, en: `${joined('en')}\n` }
}

async function worksOf(competitionId: string, { db }: HandlerContext): Promise<number> {
  const { works } = await db
    .selectFrom('work_work')
    .select(({ fn }) => fn.countAll<number>().as('works'))
    .where('competitionId', '=', competitionId)
    .where('state', '=', 'submitted')
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(works)
}

/** Of the competition, else of its organisation. */
async function contactOf(competitionId: string, { db }: HandlerContext): Promise<string> {
  const row = await db
    .selectFrom('competition_competition as c')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .select(['c.contactPhone as phone', 'c.contactEmail as email', 'o.contactPhone as otherPhone', 'o.contactEmail as otherEmail'])
    .where('c.id', '=', competitionId)
    .executeTakeFirstOrThrow()
  const own = [row.phone, row.email].filter(Boolean)
  return (own.length > 0 ? own : [row.otherPhone, row.otherEmail].filter(Boolean)).join(' · ')
}
