/** The status list of badges, signed: which certificates were withdrawn or replaced. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { signJson } from './dataIntegrity.ts'
import { issuerKey } from './issuerKey.ts'
import { CONTEXT, statusAddress } from './makeBadge.ts'
import { sendJson } from './sendJson.ts'
import { encodeBits, LIST_BITS } from './statusList.ts'

const FRESH_SECONDS = 60

export default defineHandler('certificate.status', async ({ list }, context) => {
  const { db, site, now } = context
  const first = list * LIST_BITS
  const ended = await db
    .selectFrom('certificate_certificate')
    .select('id')
    .where('state', 'in', ['withdrawn', 'replaced'])
    .where('id', '>=', String(first))
    .where('id', '<', String(first + LIST_BITS))
    .execute()
  const key = await issuerKey(context)
  const address = statusAddress(site, list)
  const credential = {
    '@context': CONTEXT.slice(0, 1),
    id: address,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: key.did,
    validFrom: now.toISOString(),
    credentialSubject: {
      id: `${address}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(ended.map(({ id }) => Number(id) - first)),
    },
  }
  sendJson(context, signJson(credential, { ...key, created: now.toISOString() }), { type: 'application/vc+json', maxAge: FRESH_SECONDS })
  return null
})
