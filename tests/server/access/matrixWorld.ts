/** What the access matrix is made of, all from the documents: actors (each role on each kind of object), targets (competitions with rows of every
 *  entity) and inputs (as the schema of a call asks for them). A new call, role or entity is in it by itself. */
import type { Tokens } from '../../../runtime/core/contracts.ts'
import type { CallDocument, EntityDocument, JsonSchema, Permission } from '../../../runtime/core/documents.ts'
import { holdsPermission } from '../../../runtime/core/permissions.ts'
import { inputSchema } from '../../../runtime/server/calls/inputSchema.ts'
import { createWorld, FINISHED, HACKATHON, MODELLING, type Reply, serverScope, type World } from '../roadWorld.ts'

/** No row has it. */
export const NO_ID = '999999999999'
const ID_PATTERN = /^\d{1,18}$/

export interface Target {
  name: 'own' | 'sibling' | 'foreign' | 'none'
  competitionId: string
  organisationId: string
  /** Entity -> id of a row that belongs to the competition (or its organisation). */
  rows: ReadonlyMap<string, string>
}
export interface Actor {
  name: string
  token: string | null
  /** Null: the roles of everybody signed in, or of visitors. */
  role: string | null
  scope: string | null
  objectId: string | null
}

export interface Matrix {
  world: World
  calls: CallDocument[]
  actors: Actor[]
  targets: Record<Target['name'], Target>
}

/** A world of its own with all of them. The caller closes it. */
export async function createMatrix(): Promise<Matrix> {
  const world = await createWorld()
  const targets = await createTargets(world)
  const calls = [...world.server.deps.platform().documents.call.values()].filter(({ inner }) => !inner)
  return { world, calls, targets, actors: await createActors(world, targets.own) }
}

/** `own` is what the actors were granted; `sibling` another competition of that organiser; `foreign` one of another. */
export async function createTargets(world: World): Promise<Record<Target['name'], Target>> {
  const target = async (name: Target['name'], title: string): Promise<Target> => {
    const competitionId = await world.competition(title)
    const [row] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [competitionId])
    const organisationId = String(row.organisationId)
    return { name, competitionId, organisationId, rows: await rowsOf(world, competitionId, organisationId) }
  }
  await world.rows(
    'INSERT INTO organisation_member ("organisationId", "userId") SELECT o.id, u.id FROM organisation_organisation o, account_user u WHERE u."userName" = $1 ON CONFLICT DO NOTHING',
    ['student'],
  )
  // rounds take works of approved registrations only
  await world.rows(
    'UPDATE signup_registration SET status = 4 WHERE id IN (SELECT min(id) FROM signup_registration GROUP BY "competitionId")',
  )
  await fill(world, await world.competition(MODELLING))
  for (const title of [MODELLING, FINISHED, HACKATHON]) await fillAgreement(world, await world.competition(title))
  for (const title of [MODELLING, FINISHED, HACKATHON]) await fillPay(world, await world.competition(title))
  for (const title of [MODELLING, FINISHED, HACKATHON]) await fillMessages(world, await world.competition(title))
  await world.rows(
    `INSERT INTO package_term ("organisationId", "packageId", name, rank, price, months, contents, state)
     SELECT o.id, p.id, p.name, p.rank, p.price, p.months, p.contents, 'cancelled' FROM organisation_organisation o, package_package p WHERE p.rank = 1`,
  )
  const own = await target('own', MODELLING)
  await cloneRows(world, own, await world.competition(FINISHED))
  await fillRankingFiles(world)
  await fillReports(world)
  await fillFigures(world)
  await world.rows(
    `INSERT INTO questionnaire_answer ("questionnaireId", "formVersion", "values", state, "startedAt", "submittedAt")
     SELECT id, 'sample', '{}', 'submitted', now(), now() FROM questionnaire_questionnaire`,
  )
  await world.rows(
    `INSERT INTO "studio_keptForm" ("organisationId", title, purpose, "formId")
     SELECT id, '{"zh":"表单","en":"Form"}', 'signup', 'studio.sample' FROM organisation_organisation`,
  )
  await world.rows(
    `INSERT INTO "account_apiKey" ("organisationId", "userId", name, prefix, hash, scopes, scope, "objectId", "expiresAt")
     SELECT id, (SELECT min(id) FROM account_user), 'key', 'agk_', 'hash' || id, '[]', 'organisation', id::text, now() + interval '1 day'
     FROM organisation_organisation`,
  )
  await world.rows(
    `INSERT INTO webhook_endpoint ("competitionId", "organisationId", "userId", url, events, state)
     SELECT id, "organisationId", (SELECT min(id) FROM account_user), 'https://hook.example', '[]', 'off' FROM competition_competition`,
  )
  await world.rows(
    `INSERT INTO webhook_delivery ("endpointId", key, event, state, "nextAt", "endedAt") SELECT id, 'msg_' || id, 'test', 'delivered', now(), now() FROM webhook_endpoint`,
  )
  await world.rows('INSERT INTO webhook_attempt ("deliveryId", status, milliseconds) SELECT id, 200, 5 FROM webhook_delivery')
  const none: Target = { name: 'none', competitionId: NO_ID, organisationId: NO_ID, rows: new Map() }
  return { own, sibling: await target('sibling', FINISHED), foreign: await target('foreign', HACKATHON), none }
}

/** What the demo has none of, so that lists of it have something to tell. */
async function fill(world: World, competitionId: string): Promise<void> {
  const words = `'{"zh":"示例","en":"Sample"}'`
  const insert = async (table: string, values: Record<string, string>): Promise<string> => {
    const names = Object.keys(values).map((name) => `"${name}"`)
    const text = `INSERT INTO "${table}" (${['"competitionId"', ...names].join(', ')}) SELECT ${[competitionId, ...Object.values(values)].join(', ')} RETURNING id`
    return String((await world.rows(text))[0].id)
  }
  const organisation = `(SELECT "organisationId" FROM competition_competition WHERE id = ${competitionId})`
  const person = '(SELECT min(id) FROM account_user)'
  await insert('competition_inviteCode', { organisationId: organisation, code: `'SAMPLE'` })
  await insert('competition_preapproved', { organisationId: organisation, value: `'13900000000'` })
  await insert('competition_sponsor', { name: words })
  await insert('competition_download', {
    name: words,
    file: `'{"id":"${'f'.repeat(22)}","name":"sample.pdf","size":10,"type":"application/pdf","width":null,"height":null}'`,
  })
  await world.rows(
    `UPDATE signup_registration r SET "invitationId" = i.id FROM "competition_inviteCode" i WHERE i."competitionId" = r."competitionId" AND i.code = 'SAMPLE'`,
  )
  for (const entity of ['competition.competition', 'signup.registration'])
    await insert('platform_log', { organisationId: `${organisation}::text`, entity: `'${entity}'`, rowId: `'${competitionId}'` })
  await insert('pay_setting', {})
  await insert('pay_fee', { unit: `'registration'`, amount: '100' })
  await insert('pay_tier', { until: 'now()', percent: '50' })
  await insert('pay_code', { code: `'SAMPLE'`, percent: '10' })
  await fillTraining(insert, { organisationId: organisation, userId: person })
  const registrationId = `(SELECT min(id) FROM signup_registration WHERE "competitionId" = ${competitionId})`
  await insert('signup_note', { organisationId: organisation, registrationId, userId: person, text: `'甲'` })
  const eventId = `(SELECT min(id) FROM competition_event WHERE "competitionId" = ${competitionId})`
  await insert('checkin_arrival', {
    ...{ organisationId: organisation, eventId, registrationId, scanId: `'matrix' || ${competitionId}` },
    ...{ displayName: `'甲'`, arrivedAt: 'now()' },
  })
  await insert('checkin_badgeDesign', { organisationId: organisation, documentId: `'own.badge.S' || ${competitionId}` })
  await insert('signup_waiting', {
    organisationId: organisation,
    eventId,
    userId: person,
    displayName: `'甲'`,
    status: `'left'`,
    turn: '1',
  })
  await insert('team_member', { registrationId, eventId, userId: person, name: `'甲'`, role: `'contestant'`, state: `'active'` })
  const kept = { team: `'{}'`, members: `'[]'`, deletedAt: 'now()' }
  await insert('team_deleted', { organisationId: organisation, name: `'甲队'`, captainId: person, ...kept })
  for (const removedAt of ['NULL', 'now()']) {
    await insert('competition_event', { title: words, removedAt })
    const work = { state: `'submitted'`, formHash: `'sample'`, answers: `'{}'`, title: `'甲'`, displayName: `'甲'`, submittedAt: 'now()' }
    const workId = await insert('work_work', { organisationId: organisation, registrationId, eventId, userId: person, ...work, removedAt })
    await insert('work_report', { organisationId: organisation, workId, userId: person, reason: `'抄袭'`, reportedAt: 'now()' })
    await fillVotes(insert, { organisationId: organisation, workId, eventId, userId: person })
    await fillReview(insert, { organisationId: organisation, workId, removedAt })
    await insert('customPage_page', { title: words, removedAt })
    const hotelId = await insert('hotel_hotel', {
      name: words,
      address: words,
      phone: `'1'`,
      opensAt: 'current_date',
      closesAt: 'current_date + 7',
      removedAt,
    })
    const roomId = await insert('hotel_room', { hotelId, name: words, price: '1', rooms: '1' })
    const stay = { arrival: 'current_date', departure: 'current_date + 1', rooms: '1', amount: '1' }
    await insert('hotel_booking', { hotelId, roomId, userId: person, name: `'甲'`, phone: `'1'`, ...stay })
    const listId = await insert('ranking_list', { title: words, removedAt })
    await insert('ranking_award', { listId, name: `'甲'`, registrationId })
    await insert('ranking_version', { listId, number: '1' })
    const raised = { raisedAt: 'now()', deadline: `now() + interval '5 days'` }
    await fillCertificates(insert, { organisationId: organisation, registrationId })
    await insert('import_batch', { organisationId: organisation, type: '1', fileName: `'甲.csv'`, state: `'done'` })
    await world.rows(`INSERT INTO import_batch ("organisationId", type, "fileName", state) SELECT ${organisation}, 3, '乙.csv', 'done'`)
    await insert('ranking_objection', { listId, version: '1', registrationId, userId: person, about: `'rank'`, text: `'甲'`, ...raised })
  }
}

/** One bulk email, cancelled. */
async function fillMessages(world: World, competitionId: string): Promise<void> {
  const [{ id }] = await world.rows(
    `INSERT INTO message_task (channel, template, subject, text, variables, audience, filter, "competitionId", "organisationId", state)
     SELECT 'mail', 'message.bulkMail', title, title, '{}', 'competition', '{}', id, "organisationId", 'cancelled' FROM competition_competition WHERE id = $1 RETURNING id`,
    [competitionId],
  )
  await world.rows(
    `INSERT INTO message_receipt ("taskId", "userId", channel, "competitionId", "organisationId", state, reason)
     SELECT t.id, (SELECT min(id) FROM account_user), t.channel, t."competitionId", t."organisationId", 'skipped', 'cancelled' FROM message_task t WHERE t.id = $1`,
    [id],
  )
}

/** Reported awards, showcases and the rows behind figures of each organisation and competition. */
async function fillFigures(world: World): Promise<void> {
  await world.rows(
    `INSERT INTO data_award ("organisationId", year, competition, level, type, prize, "awardedOn", name, people, state)
     SELECT id, 2026, '甲', 'national', 'A', 'first', current_date, '甲', 1, 'parent' FROM organisation_organisation`,
  )
  await world.rows(
    `INSERT INTO data_showcase ("organisationId", title) SELECT id, '{"zh":"示例","en":"Sample"}' FROM organisation_organisation`,
  )
  await world.rows(
    `INSERT INTO data_entry (key, source, "organisationId", "competitionId", competition, name, year, "changedAt")
     SELECT 'x:' || id, 'ranking', "organisationId", id, '甲', '甲', 2026, now() FROM competition_competition`,
  )
}

/** A call for reports of each organisation, and a report of each competition. */
async function fillReports(world: World): Promise<void> {
  await world.rows(
    `INSERT INTO summary_plan ("organisationId", title, year, deadline, state)
     SELECT id, '{"zh":"示例","en":"Sample"}', 2026, now() + interval '9 days', 'open' FROM organisation_organisation`,
  )
  await world.rows(
    `INSERT INTO summary_report ("planId", "competitionId", "organisationId", round, kind, year, state, answers, "formHash", version)
     SELECT p.id, c.id, c."organisationId", p.id::text, 'yearly', 2026, 'draft', '{}', NULL, 1
     FROM competition_competition c JOIN summary_plan p ON p."organisationId" = c."organisationId"`,
  )
  await world.rows(
    `INSERT INTO summary_version ("reportId", "competitionId", number, act, answers) SELECT id, "competitionId", 1, 'saved', '{}' FROM summary_report`,
  )
}

/** What lists were computed from: one work, one round with one review. All lists are public, too. */
async function fillRankingFiles(world: World): Promise<void> {
  const [{ id }] = await world.rows('SELECT min(id) AS id FROM work_work')
  const work = String(id)
  const place = { work, registration: '1', event: '1' }
  const rules = { aggregate: 'mean', normalisation: 'none', dropHighest: 0, dropLowest: 0, missing: 'ignore', reviewsPerWork: 1 }
  const ranks = { rank: 1, tied: false, quota: null, score: 100, scores: [], votes: 1, voteScore: 100, ties: [] }
  const reviews = [{ work, expert: 1, total: 80, confidence: null, conflict: false }]
  const rule = { rounds: [], votes: 1, ties: [], quotas: [], per: 'list', digits: 2, notTaken: 'leaveOut', oneEach: false, listed: 'all' }
  const content = {
    list: { id: '1', competition: '1', event: null, version: 1 },
    computedAt: '2026-01-02T00:00:00.000Z',
    hash: 'sample',
    rule,
    rounds: [{ id: '1', title: { zh: '示例', en: 'Sample' }, rules, events: null, frozenAt: null, works: [work], reviews }],
    works: [{ ...place, id: work, submittedAt: '2026-01-01T00:00:00.000Z', votes: 1 }],
    result: { lines: [{ ...place, ...ranks }], unranked: [], borders: [] },
  }
  await world.rows(`UPDATE ranking_list SET source = 'computed', rule = $1, "publishedVersion" = coalesce("publishedVersion", 1)`, [rule])
  await world.rows(
    `INSERT INTO ranking_file ("listId", "competitionId", number, hash, content, "computedAt")
     SELECT id, "competitionId", 1, 'sample ' || id, $1, now() FROM ranking_list ON CONFLICT DO NOTHING`,
    [content],
  )
}

async function fillTraining(
  insert: (table: string, values: Record<string, string>) => Promise<string>,
  { organisationId, userId }: Record<'organisationId' | 'userId', string>,
): Promise<void> {
  const title = `'{"zh":"示例","en":"Sample"}'`
  const window = { signupStart: `now() - interval '1 day'`, signupEnd: `now() + interval '1 day'` }
  const formId = `(SELECT min("documentId") FROM platform_document WHERE kind = 'form' AND state = 'published')`
  const courseId = await insert('training_course', { organisationId, title, formId, ...window, state: `'published'`, publishedAt: 'now()' })
  const of = { organisationId, courseId }
  const sessionId = await insert('training_session', { ...of, title, startsAt: 'now()', endsAt: `now() + interval '1 hour'` })
  await insert('training_material', { ...of, title, file: `'{"id":"1","name":"a.pdf"}'` })
  const signedUp = { name: `'甲'`, formHash: `'sample'`, answers: `'{}'`, signedUpAt: 'now()', state: `'enrolled'` }
  const enrolmentId = await insert('training_enrolment', { ...of, userId, ...signedUp })
  await insert('training_attendance', { organisationId, sessionId, enrolmentId, way: `'hand'` })
}

async function fillCertificates(
  insert: (table: string, values: Record<string, string>) => Promise<string>,
  { organisationId, registrationId }: Record<'organisationId' | 'registrationId', string>,
): Promise<void> {
  const words = `'{"zh":"示例","en":"Sample"}'`
  const unique = `'S' || (SELECT count(*) FROM certificate_series)`
  const templateId = `'certificate.classic'`
  const seriesId = await insert('certificate_series', { organisationId, title: words, templateId, prefix: unique, year: '2026' })
  const batchId = await insert('certificate_batch', {
    organisationId,
    seriesId,
    templateId,
    rule: `'{"source":"names"}'`,
    issuedOn: 'current_date',
  })
  const userId = '(SELECT min(id) FROM account_user)'
  const named = { subject: `'name:1'`, name: `'甲'`, number: '1', serial: unique, code: unique, values: `'{}'`, state: `'published'` }
  const documentId = `'own.print.S' || (SELECT count(*) FROM certificate_template)`
  await insert('certificate_template', { organisationId, name: words, documentId })
  const certificateId = await insert('certificate_certificate', { organisationId, seriesId, batchId, userId, registrationId, ...named })
  await insert('certificate_mailing', { organisationId, certificateId, userId, recipient: `'甲'`, phone: `'1'`, address: `'1'` })
}

/** Numbers of orders occur once: each competition gets rows of its own. */
async function fillPay(world: World, competitionId: string): Promise<void> {
  const place = `"competitionId", "organisationId"`
  const number = `'S' || "competitionId"`
  await world.rows(
    `WITH o AS (
      INSERT INTO pay_order (${place}, "userId", number, payer, title, total, paid, "expiresAt")
      SELECT id, "organisationId", (SELECT min(id) FROM account_user), 'S' || id, '甲', '{"zh":"示例","en":"Sample"}', 100, 100, now() + interval '30 days' FROM competition_competition WHERE id = $1
      RETURNING id, ${place}),
    p AS (
      INSERT INTO pay_payment (${place}, "orderId", provider, reference, amount, "paidAt")
      SELECT ${place}, id, 'pay.sandbox', ${number}, 100, now() FROM o RETURNING id, ${place}, "orderId"),
    r AS (
      INSERT INTO pay_refund (${place}, "orderId", "paymentId", provider, number, amount, reason)
      SELECT ${place}, "orderId", id, 'pay.sandbox', ${number}, 100, '甲' FROM p RETURNING id),
    d AS (
      INSERT INTO pay_difference (${place}, "orderId", provider, day, kind, number, reference)
      SELECT ${place}, id, 'pay.sandbox', now(), 'notHere', ${number}, ${number} FROM o RETURNING id),
    u AS (
      INSERT INTO pay_run (${place}, "byId", basis, percent, reason, state)
      SELECT ${place}, (SELECT min(id) FROM account_user), 'full', 100, '甲', 'waiting' FROM o RETURNING id),
    t AS (
      INSERT INTO pay_remittance (${place}, "orderId", "userId", amount, "accountName", "transferredOn")
      SELECT ${place}, id, (SELECT min(id) FROM account_user), 100, '甲', now() FROM o RETURNING id),
    i AS (
      INSERT INTO pay_invoice (${place}, "userId", number, buyer, title, email, amount)
      SELECT ${place}, (SELECT min(id) FROM account_user), ${number}, 'person', '甲', 'a@mail.example', 100 FROM o RETURNING id, ${place}),
    l AS (
      INSERT INTO "pay_invoiceLine" (${place}, "invoiceId", "orderId", amount)
      SELECT i."competitionId", i."organisationId", i.id, o.id, 100 FROM i, o RETURNING id)
    INSERT INTO pay_notice (${place}, "orderId", provider, number, reference, amount, verdict)
    SELECT ${place}, id, 'pay.sandbox', ${number}, ${number}, 100, 'wrongAmount' FROM o`,
    [competitionId],
  )
}

/** A template, which nobody has to accept. */
async function fillAgreement(world: World, competitionId: string): Promise<void> {
  await world.rows(
    `WITH version AS (
      INSERT INTO agreement_version ("competitionId", "organisationId", purpose, place, number, title, text, "publishedAt")
      SELECT id, "organisationId", 'contract', 'competition:' || id, 1, '{"zh":"示例","en":"Sample"}', '{"zh":"","en":""}', now() FROM competition_competition WHERE id = $1
      RETURNING id, "competitionId", "organisationId")
    INSERT INTO agreement_acceptance ("versionId", "competitionId", "organisationId", "userId", "acceptedAt")
    SELECT id, "competitionId", "organisationId", (SELECT min(id) FROM account_user), now() FROM version`,
    [competitionId],
  )
}

async function fillVotes(
  insert: (table: string, values: Record<string, string>) => Promise<string>,
  { organisationId, workId, eventId, userId }: Record<'organisationId' | 'workId' | 'eventId' | 'userId', string>,
): Promise<void> {
  const voter = `'voter ${workId}'`
  await insert('vote_ballot', { organisationId, workId, eventId, userId, voter, day: 'current_date', castAt: 'now()', state: `'counted'` })
  await insert('vote_tally', { workId, votes: '1' })
  await insert('work_comment', { organisationId, workId, userId, name: `'甲'`, text: `'甲'`, state: `'shown'`, writtenAt: 'now()' })
  const found = { subject: voter, votes: '1', total: '1', castFrom: 'now()', castTo: 'now()', foundAt: 'now()' }
  await insert('vote_flag', { organisationId, workId, kind: `'sameDevice'`, ...found, state: `'open'` })
  await insert('vote_voter', {
    organisationId,
    userId: `(SELECT id FROM account_user ORDER BY id OFFSET ${workId} % 7 LIMIT 1)`,
    name: `'甲'`,
  })
}

async function fillReview(
  insert: (table: string, values: Record<string, string>) => Promise<string>,
  { organisationId, workId, removedAt }: Record<'organisationId' | 'workId' | 'removedAt', string>,
): Promise<void> {
  const title = `'{"zh":"示例","en":"Sample"}'`
  const sheetId = `(SELECT c."formId" FROM competition_competition c JOIN work_work w ON w."competitionId" = c.id WHERE w.id = ${workId})`
  const roundId = await insert('review_round', {
    organisationId,
    title,
    sheetId,
    opensAt: 'now()',
    closesAt: `now() + interval '1 day'`,
    removedAt,
  })
  const userId = `(SELECT id FROM account_user ORDER BY id OFFSET ${workId} % 7 LIMIT 1)`
  await insert('review_expert', { organisationId, userId, name: `'甲'`, state: `'accepted'`, invitedAt: 'now()' })
  await insert('review_conflict', { userId, workId, kind: `'declared'` })
  await insert('review_assignment', { organisationId, roundId, workId, userId, number: '1', source: `'hand'` })
  await insert('review_plan', { organisationId, roundId, settings: `'{}'` })
  await insert('review_copy', { organisationId, workId, source: `'sample'`, name: `'甲'`, state: `'withheld'` })
  await insert('review_similarity', { organisationId, workId, otherId: workId, kind: `'file'`, degree: '1' })
}

async function rowsOf(world: World, competitionId: string, organisationId: string): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  for (const entity of world.server.deps.platform().documents.entity.values()) {
    const where = placeOf(entity, { competitionId, organisationId })
    if (!where) continue
    const [row] = await world.rows(`SELECT id FROM "${tableOf(entity)}" WHERE "${where[0]}" = $1 ORDER BY id LIMIT 1`, [where[1]])
    if (row) rows.set(entity.id, String(row.id))
  }
  return rows
}

/** The column that binds a row to the target, and its value. */
function placeOf({ id, fields }: EntityDocument, place: Pick<Target, 'competitionId' | 'organisationId'>): [string, string] | null {
  if (id === 'competition.competition') return ['id', place.competitionId]
  if (id === 'organisation.organisation') return ['id', place.organisationId]
  if (fields.competitionId) return ['competitionId', place.competitionId]
  return fields.organisationId ? ['organisationId', place.organisationId] : null
}

/** A leak test needs data that could leak: what the own competition has, its sibling gets too, as far as rules of the tables allow. */
async function cloneRows(world: World, own: Target, competitionId: string): Promise<void> {
  const there = await rowsOf(world, competitionId, own.organisationId)
  const entities = [...world.server.deps.platform().documents.entity.values()]
  const waits = ({ id, fields }: EntityDocument) =>
    Object.values(fields).some(
      ({ type, entity = '' }) => type === 'ref' && entity !== id && bound.has(entity) && own.rows.has(entity) && !there.has(entity),
    )
  const bound = new Set(entities.filter(({ fields }) => fields.competitionId).map(({ id }) => id))
  const clone = async (entity: EntityDocument) => {
    const columns = Object.entries(entity.fields).filter(([, field]) => !field.computed)
    const values = columns.map(([name, field]) => {
      const near = field.type === 'ref' ? there.get(field.entity ?? '') : undefined
      if (name === 'competitionId') return field.type === 'ref' ? competitionId : `'${competitionId}'`
      return near ?? `"${name}"`
    })
    const names = columns.map(([name]) => `"${name}"`).join(', ')
    const text = `INSERT INTO "${tableOf(entity)}" (${names}) SELECT ${values.join(', ')} FROM "${tableOf(entity)}" WHERE id = $1 RETURNING id`
    const [row] = await world.rows(text, [own.rows.get(entity.id)]).catch(() => [])
    if (row) there.set(entity.id, String(row.id))
  }
  // what a row names may come after it; at last those whose named rows cannot be there twice
  for (const last of [false, false, false, true])
    for (const entity of entities) {
      const isOwn = own.rows.has(entity.id) && bound.has(entity.id) && entity.id !== 'platform.log'
      if (isOwn && !there.has(entity.id) && (last || !waits(entity))) await clone(entity)
    }
}

const tableOf = ({ id }: EntityDocument): string => id.replaceAll('.', '_')

/** One person for each role on each kind of object it can be granted on (the own competition and its organisation), a participant and a visitor. */
export async function createActors(world: World, own: Target): Promise<Actor[]> {
  const objects: Record<string, string> = { organisation: own.organisationId, competition: own.competitionId }
  const roles = [...world.server.deps.platform().documents.role.values()].flatMap(({ id, scopes, platform = scopes.length === 0 }) => [
    ...scopes.filter((scope) => objects[scope]).map((scope) => ({ role: id, scope, objectId: objects[scope]! })),
    ...(platform ? [{ role: id, scope: null, objectId: null }] : []),
  ])
  const actors: Actor[] = [
    { name: 'nobody', token: null, role: null, scope: null, objectId: null },
    { name: 'participant', token: (await world.newcomer()).token, role: null, scope: null, objectId: null },
  ]
  for (const { role, scope, objectId } of roles) {
    const id = String(
      (
        await world.rows('INSERT INTO account_user ("userName", name) VALUES ($1, $2) RETURNING id', [
          `${role}-${scope}`.toLowerCase(),
          role,
        ])
      )[0].id,
    )
    await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [id, role, scope, objectId])
    const tokens = await world.server.deps.services.sessions.bind(serverScope(world, world.server.deps.db)).open(id, { secondFactor: true })
    actors.push({ name: `${role} on ${scope ?? 'the platform'}`, token: (tokens as Tokens).access_token, role, scope, objectId })
  }
  return actors
}

let address = 0

/** Makes a call over HTTP, each time from an address of its own: limits by address are not what is looked at. */
export async function requestCall(
  world: World,
  call: CallDocument,
  actor: Pick<Actor, 'token'>,
  input: Record<string, unknown>,
): Promise<Reply<unknown>> {
  const method = [call.method].flat()[0]!
  const rest = { ...input }
  const path = call.path!.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? NO_ID
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  address += 1
  const query = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
  const reply = await world.app.inject({
    method,
    url: `/${path}`,
    remoteAddress: `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    // an export answers its job then, and is not waited for
    headers: { accept: 'application/json', ...(actor.token ? { authorization: `Bearer ${actor.token}` } : {}) },
    ...(method === 'GET' ? { query: query as Record<string, string> } : { payload: rest }),
  })
  try {
    return reply.json()
  } catch {
    return { code: reply.statusCode, data: null } as Reply<unknown>
  }
}

export type Verdict = 'signIn' | 'denied' | 'allowed'

/** What the declared access means for an actor: told from the documents alone, by other code than the server's. */
export function expected(world: World, { access }: CallDocument, actor: Actor): Verdict {
  if (access === 'public') return 'allowed'
  if (actor.token === null) return 'signIn'
  if (access === 'signedIn') return 'allowed'
  const everywhere = codesEverywhere(world, actor)
  if (holdsPermission(everywhere, access.permission)) return 'allowed'
  const bound = scopesOf(world, access.within).has(actor.scope ?? '') && holdsWith(world, everywhere, actor, access.permission)
  return bound ? 'allowed' : 'denied'
}

/** Whether rows of a target are within an actor's reach of a call that is bound to objects. */
export function isInReach(world: World, { access }: CallDocument, actor: Actor, target: Target): boolean {
  if (typeof access === 'string' || !access.within) return true
  if (holdsPermission(codesEverywhere(world, actor), access.permission)) return true
  const place = actor.scope === 'competition' ? target.competitionId : target.organisationId
  return scopesOf(world, access.within).has(actor.scope ?? '') && place === actor.objectId
}

function codesEverywhere(world: World, actor: Actor): Set<string> {
  const { app, documents } = world.server.deps.platform()
  const roles = [...(actor.token ? app.roles.signedIn : app.roles.visitor), ...(actor.role && actor.scope === null ? [actor.role] : [])]
  return new Set(roles.flatMap((role) => documents.role.get(role)?.permissions ?? []))
}

function holdsWith(world: World, everywhere: Set<string>, actor: Actor, permission: Permission): boolean {
  const own = world.server.deps.platform().documents.role.get(actor.role ?? '')?.permissions ?? []
  return holdsPermission(new Set([...everywhere, ...own]), permission)
}

/** Named scopes and those that contain them. */
function scopesOf(world: World, within: readonly { scope: string }[] = []): Set<string> {
  const { scopes = {} } = world.server.deps.platform().app
  const all = within.flatMap(({ scope }) => [scope, ...(scopes[scope]?.in ? [scopes[scope].in.scope] : [])])
  return new Set(all)
}

/** Ids of what a call is about. */
export function namesObjects(call: CallDocument): boolean {
  const { input, operation } = call
  const filters = operation && 'filter' in operation ? Object.keys(operation.filter ?? {}) : []
  return [...Object.keys((input?.properties ?? {}) as object), ...filters].some((name) => /(^i|I)ds?$/.test(name))
}

/** With those that the operation brings along. */
function propertiesOf(world: World, call: CallDocument): Record<string, JsonSchema> {
  return inputSchema(call, world.server.deps.platform()).properties as Record<string, JsonSchema>
}

/** An input that the schema takes, about the target: ids are those of its rows, other required values are made up.
 *  @param more  properties to give a value although the schema asks for none */
export function inputFor(world: World, call: CallDocument, target: Target, more: readonly string[] = []): Record<string, unknown> {
  const required = new Set([...((call.input?.required ?? []) as string[]), ...more])
  const entries = Object.entries(propertiesOf(world, call)).flatMap(([name, schema]): [string, unknown][] => {
    if (/Ids?$|^ids?$/.test(name)) {
      const id = idFor(world, call, name, target)
      return id === null && !required.has(name) ? [] : [[name, schema.type === 'array' ? [id ?? NO_ID] : (id ?? NO_ID)]]
    }
    return required.has(name) ? [[name, sample(schema)]] : []
  })
  return Object.fromEntries(entries)
}

function idFor(world: World, call: CallDocument, name: string, target: Target): string | null {
  const bound = typeof call.access === 'object' && call.access.within?.find(({ field }) => field === name)
  if (name === 'competitionId' || (bound && bound.scope === 'competition')) return target.competitionId
  if (bound && bound.scope === 'organisation') return target.organisationId
  if (name === 'organisationId' || name === 'groupId') return target.organisationId
  const entity = /^ids?$/.test(name) ? entityOf(world, call) : `.${name.replace(/Ids?$/, '')}`
  const found = [...target.rows].find(([id]) => id === entity || id.endsWith(entity ?? '-'))?.[1]
  // what a call without an entity means by ids is not known: left out alike for all targets
  return found ?? (target.name === 'none' && entity !== null ? NO_ID : null)
}

function entityOf(world: World, { operation, log }: CallDocument): string | null {
  if (operation?.kind === 'transition') return world.server.deps.platform().get('flow', operation.flow).entity
  const entity = operation && 'entity' in operation ? operation.entity : undefined
  return entity ?? (log ? (log.entity ?? null) : null)
}

/** A value that a schema takes. */
export function sample(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
    return Object.fromEntries(((schema.required ?? []) as string[]).map((name) => [name, sample(properties[name] ?? {})]))
  }
  if (type === 'array') return schema.minItems ? [sample((schema.items ?? {}) as JsonSchema)] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return true
  return sampleText(schema)
}

function sampleText(schema: JsonSchema): string {
  if (typeof schema.pattern === 'string' && ID_PATTERN.test('1') && new RegExp(schema.pattern).test('1')) return '1'
  if (schema.format === 'date-time') return '2026-11-21T08:00:00.000Z'
  if (schema.format === 'date') return '2026-11-21'
  if (schema.phone) return '19900000099'
  if (schema.phoneOrEmail || schema.email) return 'matrix@agon.example'
  if (schema.password) return 'Matrix#2026'
  return '矩阵'.padEnd(Number(schema.minLength ?? 0), '阵')
}
