/** What differs from what the reviewer saw last; without a look of their own, from what was sent back. Which answers differ is decided by the whole values, what
 *  is shown of them by the reader's rights. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { changedFields } from './changedFields.ts'

export default defineHandler('signup.changes', async ({ id }, { db, session, documents, rows }) => {
  const looks = await db
    .selectFrom('signup_look')
    .select(['reviewerId', 'formHash', 'answers', 'lookedAt'])
    .where('registrationId', '=', id)
    .where((is) => is.or([is('reviewerId', '=', session.userId!), is('reviewerId', 'is', null)]))
    .execute()
  const look = looks.find(({ reviewerId }) => reviewerId !== null) ?? looks[0]
  if (!look) return { since: null, own: false, fields: [], before: null }
  const { answers, formHash } = await rows.get('signup.registration', id)
  const shown = await documents.forms.read(formHash, answers)
  const before = await documents.forms.read(look.formHash, look.answers)
  const fields = changedFields(look.answers, answers).filter((name) => name in shown || name in before)
  return { since: look.lookedAt, own: look.reviewerId !== null, fields, before }
})
