/** The form of a published competition that is filled now, as the person who asks may see it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publishedHash } from '../studio/publishedHash.ts'
import { readCompetition } from './competition.ts'
import { FORM_COLUMNS } from './competitionForms.ts'

export default defineHandler('competition.formQuery', async (question, context) => {
  await context.call('competition.detail', { id: question.competitionId })
  const column = FORM_COLUMNS[question.purpose ?? 'signup']
  const hash = await publishedHash((await readCompetition(context, question.competitionId))[column], context)
  const found = hash === null ? null : await context.call('platform.form', { hash })
  return { hash, form: found?.form ?? null }
})
