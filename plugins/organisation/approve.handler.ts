/** Approves an application. One transaction creates the organisation, verified because its licence was reviewed, and makes the applicant its
 *  administrator. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { giveGrant } from '../account/grants/giveGrant.ts'
import { assertUnknown } from './assertUnknown.ts'

interface Answers {
  name: string
  address: string
  introduction?: string
  phone: string
  email: string
}

export default defineHandler('organisation.approve', async ({ id }, context) => {
  const { rows, now, documents, lock } = context
  const { userId, kind, code, answers } = await context.rows.transition('organisation.review', 'approve', id)
  await lock('organisation', code)
  await assertUnknown(context, code)
  const { name, address, introduction, phone, email } = answers as Answers
  const both = (text: string) => ({ zh: text, en: text })
  const values = {
    name: both(name),
    kind,
    code,
    address: both(address),
    introduction: introduction ? both(introduction) : null,
    contactPhone: phone,
    contactEmail: email,
    certifiedAt: now.toISOString(),
  }
  const organisationId = await rows.create('organisation.organisation', values)
  await rows.save('organisation.application', { id }, { organisationId })
  const { role } = documents.settings('organisation.registration')
  await giveGrant(context, { userId, role, scope: 'organisation', objectId: organisationId })
  return { organisationId }
})
