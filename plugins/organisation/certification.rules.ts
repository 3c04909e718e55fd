/** A reviewed verification: the organisation is verified under the code of its licence, or is no longer. */
import { defineRules } from '../../runtime/core/contracts.ts'
import { assertUnknown } from './assertUnknown.ts'

export default defineRules('organisation.certification', {
  afterTransition: {
    async approve({ organisationId, code }, context) {
      await context.lock('organisation', code)
      await assertUnknown(context, code, organisationId)
      await context.rows.save('organisation.organisation', { id: organisationId }, { code, certifiedAt: context.now.toISOString() })
    },
    async revoke({ organisationId }, { rows }) {
      await rows.save('organisation.organisation', { id: organisationId }, { certifiedAt: null })
    },
  },
})
