/** A work as reviewers get it, in the text that the round judges: what the round hides is left out, and blacked out where its author wrote it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { masksOf } from '../../../runtime/core/masking/personalFields.ts'
import { filesIn } from '../../work/workParts.ts'
import { judgedColumn, judgedWorks } from '../judged/judgedText.ts'
import { answersAboutTheWork } from './hiddenFields.ts'
import { linkSource } from './sources.ts'
import { type Hidden, telltalesOf } from './telltales.ts'
import { valueWithoutTelltales, withoutTelltales } from './withoutTelltales.ts'

export interface ReviewedWork {
  title: string
  author: string | null
  school: string | null
  link: string | null
  /** The work has a link that the organiser has not approved. */
  linkWithheld: boolean
  formHash: string
  /** Without files: they have addresses of their own. */
  answers: Record<string, unknown>
}

export async function reviewedWork(
  { roundId, workId, registrationId, ...hidden }: Hidden & { roundId: string; workId: string; registrationId: string },
  context: HandlerContext,
): Promise<ReviewedWork> {
  const work = await judgedWorks(roundId, context)
    .innerJoin('signup_registration as r', 'r.id', 'w.registrationId')
    .select(['w.displayName', 'w.school', 'r.isTeam', judgedColumn<string>('title').as('title')])
    .select([judgedColumn<string | null>('link').as('link'), judgedColumn<string>('formHash').as('formHash')])
    .select(judgedColumn<unknown>('answers').as('answers'))
    .where('w.id', '=', workId)
    .executeTakeFirstOrThrow()
  const isBlind = hidden.hideAuthor || hidden.hideSchool || hidden.hideTeam
  const words = isBlind ? ((await telltalesOf([registrationId], hidden, context)).get(registrationId) ?? []) : null
  const answers = await shownAnswers({ hash: work.formHash, answers: work.answers, isBlind, words }, context)
  const isLet = !isBlind || work.link === null || (await isLinkAllowed(workId, work.link, context))
  return {
    title: withoutTelltales(work.title, words),
    author: (work.isTeam ? hidden.hideTeam : hidden.hideAuthor) ? null : work.displayName,
    school: hidden.hideSchool ? null : work.school,
    link: isLet ? work.link : null,
    linkWithheld: !isLet,
    formHash: work.formHash,
    answers,
  }
}

interface Asked {
  hash: string
  answers: unknown
  isBlind: boolean
  /** Null: nothing is hidden. */
  words: readonly string[] | null
}

async function shownAnswers({ hash, answers, isBlind, words }: Asked, { documents, platform }: HandlerContext) {
  const read = await documents.forms.read(hash, answers)
  const form = (await documents.store.byHash(hash))?.content as FormDocument | undefined
  const { link: _, ...about } = isBlind && form ? answersAboutTheWork(form, read, masksOf(platform)) : read
  const texts = Object.fromEntries(Object.entries(about).filter(([, value]) => filesIn(value).length === 0))
  return valueWithoutTelltales(texts, words) as Record<string, unknown>
}

async function isLinkAllowed(workId: string, link: string, { db }: HandlerContext): Promise<boolean> {
  const row = await db
    .selectFrom('review_copy')
    .select('state')
    .where('workId', '=', workId)
    .where('source', '=', linkSource(link))
    .executeTakeFirst()
  return row?.state === 'allowed'
}
