/** Applies for the verification of an organisation: one application at a time (the call holds a lock), with a code that no other organisation has. */
import type { Insertable } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { Tables } from '../generated/tables.ts'
import { assertUnknown } from './assertUnknown.ts'

export default defineHandler('organisation.certify', async (input, context) => {
  const { db, session, documents, fail } = context
  const pending = await db
    .selectFrom('organisation_certification')
    .select('id')
    .where('organisationId', '=', input.organisationId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (pending) return fail('CERTIFICATION_PENDING', { id: pending.id })
  const { answers } = await documents.forms.submit({ id: 'organisation.verification' }, input)
  await assertUnknown(context, String(answers.code), input.organisationId)
  const row = { ...answers, organisationId: input.organisationId, userId: session.userId! } as Insertable<
    Tables['organisation_certification']
  >
  return { id: await context.rows.create('organisation.certification', row), state: 'pending' as const }
})
