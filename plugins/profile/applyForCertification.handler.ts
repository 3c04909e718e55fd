/** Applies for verification as a student or teacher. A person has one pending application: the call waits for others of the same person, and is refused
 *  while one is under review. */
import type { Insertable } from 'kysely'
import { defineHandler, type StoredFile } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import { withoutNulls } from './readProfile.ts'

export default defineHandler('profile.applyForCertification', async ({ kind, ...input }, context) => {
  const { db, session, documents, lock, fail } = context
  await lock('certificationOf', session.userId!)
  const pending = await db
    .selectFrom('profile_certification')
    .select('id')
    .where('userId', '=', session.userId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (pending) return fail('CERTIFICATION_PENDING', { id: pending.id })
  const { answers } = await documents.forms.submit({ id: `profile.${kind}Auth` }, withoutNulls(input))
  const { school, proof, ...facts } = answers
  const { id: schoolId, organisationId } = await db
    .selectFrom('organisation_school')
    .select(['id', 'organisationId'])
    .where('code', '=', school as string)
    .executeTakeFirstOrThrow()
  const row = {
    ...(facts as Pick<Insertable<Tables['profile_certification']>, 'name' | 'number'>),
    userId: session.userId!,
    kind,
    schoolId,
    organisationId,
  }
  return { id: await context.rows.create('profile.certification', { ...row, proof: proof as StoredFile[] }), state: 'pending' }
})
