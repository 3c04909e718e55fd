/** Makes an API key: 256 random bits, shown once. Only their hash is stored. */
import { createHash, randomBytes } from 'node:crypto'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_DAY } from '../../../runtime/core/time.ts'
import { knownScopes } from './knownScopes.ts'

const MARK = 'agk_'
const BYTES = 32
/** Of the key, shown in lists: enough to recognise it, too little to guess the rest. */
const PREFIX = 10

export default defineHandler('account.createApiKey', async ({ organisationId, name, scopes, days }, context) => {
  const { now, session, fail, platform } = context
  await context.lock('apiKeys', organisationId)
  const known = knownScopes(platform)
  const unknown = scopes.find((scope) => !known.has(scope))
  if (unknown !== undefined) fail('API_SCOPE_UNKNOWN', { scope: unknown })
  await assertRoom(organisationId, context)
  const key = `${MARK}${randomBytes(BYTES).toString('base64url')}`
  const id = await context.rows.create('account.apiKey', {
    organisationId,
    userId: session.userId!,
    name: name.trim(),
    prefix: key.slice(0, PREFIX),
    hash: createHash('sha256').update(key).digest('hex'),
    scopes: [...new Set(scopes)],
    scope: 'organisation',
    objectId: organisationId,
    expiresAt: new Date(now.getTime() + days * MS_PER_DAY).toISOString(),
  })
  return { id, key }
})

/** @throws API_KEYS_MANY */
async function assertRoom(organisationId: string, { db, now, fail, documents }: HandlerContext): Promise<void> {
  const max = documents.settings('platform.apiKeys').perOrganisation
  const rows = await db
    .selectFrom('account_apiKey')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .limit(max)
    .execute()
  if (rows.length >= max) fail('API_KEYS_MANY', { most: max })
}
