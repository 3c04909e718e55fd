/** What a copy of a competition leaves behind, and why: only what the original has. */
import type { EntityTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { tableName } from '../../runtime/core/tableName.ts'

export interface LeftOut {
  what: LocalText
  why: LocalText
  count: number
}

/** people: of those who took part; edition: known to, or made for, the people of one edition; own: belongs to the original. */
type Reason = 'people' | 'edition' | 'own'
const LEFT: Readonly<Partial<Record<keyof EntityTypes, Reason>>> = {
  'signup.registration': 'people',
  'work.work': 'people',
  'review.expert': 'people',
  'pay.order': 'people',
  'competition.inviteCode': 'edition',
  'pay.code': 'edition',
  'competition.news': 'edition',
  'question.question': 'people',
  'certificate.certificate': 'people',
  'skin.skin': 'own',
}

export async function leftOut(competitionId: string, { tables, platform, text }: HandlerContext): Promise<LeftOut[]> {
  const found: LeftOut[] = []
  for (const [entity, reason] of Object.entries(LEFT)) {
    const { title } = platform.get('entity', entity)
    const query = tables.selectFrom(tableName(entity)).select(({ fn }) => fn.countAll<string>().as('count'))
    const { count } = await query.where('competitionId', '=', competitionId).executeTakeFirstOrThrow()
    if (Number(count) > 0) found.push({ what: title as LocalText, why: text(`competition.leftOut.${reason}`), count: Number(count) })
  }
  return found
}
