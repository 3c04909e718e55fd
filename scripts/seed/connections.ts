/** Connections of the demo with other programs: API keys in each state, and webhooks with a log. No one knows the keys: what was hashed is thrown away. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { LocalText } from '../../runtime/core/documents.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoConnections {
  apiKeys: DemoApiKey[]
  webhooks: DemoWebhook[]
}
/** `made`, `used` and `revoked`: days from now. `by`: username. */
interface DemoApiKey {
  by: string
  /** Key of the organisation. */
  organisation: string
  name: string
  scopes: string[]
  made: number
  /** How long it lasts. */
  days: number
  used: number
  revoked?: number
}
interface DemoWebhook {
  by: string
  /** Title of the questionnaire. */
  questionnaire: LocalText
  url: string
  state?: 'active' | 'off'
  deliveries: DemoDelivery[]
}
/** Each try: response code, problem, milliseconds. */
interface DemoDelivery {
  event: string
  tries: [number | null, string | null, number][]
}
/** Ids by username, and by key. */
interface Setting {
  users: ReadonlyMap<string, string>
  organisations: ReadonlyMap<string, string>
}

const MARK = 'agk_'
const KEY_BYTES = 32
const PREFIX = 10
/** Days from now at which the first event was sent, and between two events. */
const FIRST = -6
const PAUSE = 0.5

export async function insertConnections(scope: SeedScope, { users, organisations }: Setting): Promise<void> {
  const { apiKeys, webhooks } = readDemo<DemoConnections>('connections.json')
  for (const demo of apiKeys)
    await insertApiKey(scope, demo, { userId: users.get(demo.by), organisationId: organisations.get(demo.organisation) })
  for (const demo of webhooks) await insertWebhook(scope, demo, users.get(demo.by))
}

async function insertApiKey(
  { db, now }: SeedScope,
  { name, scopes, made, days, used, revoked }: DemoApiKey,
  { userId, organisationId }: { userId: string | undefined; organisationId: string | undefined },
): Promise<void> {
  const key = `${MARK}${randomBytes(KEY_BYTES).toString('base64url')}`
  const values = {
    ...{ organisationId, userId, name },
    prefix: key.slice(0, PREFIX),
    hash: createHash('sha256').update(key).digest('hex'),
    scopes: JSON.stringify(scopes),
    scope: 'organisation',
    objectId: organisationId,
    createdAt: moment(now, made),
    expiresAt: moment(now, made + days),
    lastUsedAt: moment(now, used),
    revokedAt: revoked === undefined ? null : moment(now, revoked),
  }
  await db.insertInto('account_apiKey').values(values).execute()
}

async function insertWebhook(
  scope: SeedScope,
  { questionnaire, url, state = 'active', deliveries }: DemoWebhook,
  userId: string | undefined,
) {
  const { db, now } = scope
  const { id, competitionId, organisationId } = await db
    .selectFrom('questionnaire_questionnaire')
    .select(['id', 'competitionId', 'organisationId'])
    .where('title', '=', JSON.stringify(questionnaire))
    .executeTakeFirstOrThrow()
  const [status, problem] = deliveries.at(-1)!.tries.at(-1)!
  const lastAt = moment(now, FIRST + PAUSE * (deliveries.length - 1))
  const values = {
    ...{ questionnaireId: id, competitionId, organisationId, userId, url, state },
    events: JSON.stringify(['response.submitted']),
    createdAt: moment(now, FIRST),
    lastStatus: status,
    lastAt,
    failingSince: problem === null ? null : lastAt,
  }
  const endpoint = await db.insertInto('webhook_endpoint').values(values).returning('id').executeTakeFirstOrThrow()
  const answers = await db
    .selectFrom('questionnaire_answer')
    .select('id')
    .where('questionnaireId', '=', id)
    .where('state', '=', 'submitted')
    .orderBy('id', 'desc')
    .limit(deliveries.length)
    .execute()
  for (const [at, demo] of deliveries.entries())
    await insertDelivery(scope, demo, { endpointId: endpoint.id, subjectId: answers[at]?.id, days: FIRST + PAUSE * at })
}

async function insertDelivery(
  { db, now }: SeedScope,
  { event, tries }: DemoDelivery,
  { endpointId, subjectId, days }: { endpointId: unknown; subjectId: unknown; days: number },
): Promise<void> {
  const [status, problem] = tries.at(-1)!
  const at = moment(now, days)
  const values = {
    ...{ endpointId, event, status, problem, createdAt: at, nextAt: at, endedAt: at },
    key: `msg_${randomUUID()}`,
    subjectId: event === 'test' ? null : String(subjectId),
    state: problem === null ? 'delivered' : 'failed',
    attempts: tries.length,
  }
  const { id } = await db.insertInto('webhook_delivery').values(values).returning('id').executeTakeFirstOrThrow()
  const rows = tries.map(([code, failure, milliseconds]) => ({
    deliveryId: id,
    status: code,
    problem: failure,
    milliseconds,
    createdAt: at,
  }))
  await db.insertInto('webhook_attempt').values(rows).execute()
}
