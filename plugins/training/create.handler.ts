/** A new course: a draft whose sign-up is open for a month from now, with a sign-up form to begin with. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { readCompetition } from '../competition/competition.ts'
import { COURSE } from './course.ts'

const MONTH_MS = 30 * 86_400_000

export default defineHandler('training.create', async ({ competitionId, title: sent }, context) => {
  const { now, session, documents, platform } = context
  const { organisationId } = await readCompetition(context, competitionId)
  const title = wholeText(sent.zh.trim(), sent.en?.trim())!
  const window = { signupStart: now.toISOString(), signupEnd: new Date(now.getTime() + MONTH_MS).toISOString() }
  const id = await context.rows.create(COURSE, { competitionId, organisationId, title, ...window, createdBy: session.userId })
  const place = documents.designs.place(COURSE, 'formId', { id, formId: null })
  await context.rows.save(COURSE, { id }, { formId: place.name })
  const { description: _, ...content } = platform.get('form', 'training.starter')
  await documents.designs.store(place, content)
  return { id }
})
