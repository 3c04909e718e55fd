/** Submits the application of an organisation for review. A person has at most one pending application. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertUnknown } from './assertUnknown.ts'

const FORM = 'organisation.application'

export default defineHandler('organisation.apply', async (input, context) => {
  const { db, session, documents, lock, rows, fail } = context
  const userId = session.userId!
  await lock('applicant', userId)
  const waiting = db.selectFrom('organisation_application').select('id').where('userId', '=', userId).where('state', '=', 'waiting')
  if (await waiting.executeTakeFirst()) return fail('APPLICATION_WAITING')
  // papers of an application that was not approved may be submitted again
  const earlier = await db
    .selectFrom('organisation_application')
    .select('answers')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { hash, answers } = await documents.forms.submit(
    { id: FORM },
    input.answers,
    {},
    earlier?.answers as Record<string, unknown> | undefined,
  )
  const { name, kind, code, contact } = answers
  await assertUnknown(context, code)
  return { id: await rows.create('organisation.application', { userId, name, kind, code, contact, form: hash, answers }) }
})
