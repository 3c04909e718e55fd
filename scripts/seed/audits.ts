/** Approvals of the demo: a rule, and competitions at several stages. */
import { takeSnapshot } from '../../plugins/audit/snapshot.ts'
import type { AuditStepState, AuditSubmissionState } from '../../plugins/generated/enums.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { moment, readDemo } from './demoData.ts'
import type { SeedScope } from './SeedDatabase.ts'

interface DemoAudits {
  rules: { organisation: string; mode: string; levels: number; deadlineDays: number; onDeadline: string }[]
  audits: DemoAudit[]
}
/** Times are days from now. */
interface DemoAudit {
  competition: string
  /** User name. */
  submitter: string
  submittedAt: number
  note: string | null
  info: Record<string, unknown>
  /** The lowest first. */
  levels: { organisation: string; state: AuditStepState; by?: string; at?: number; reason?: string }[]
}
type Ids = ReadonlyMap<string, string>
interface Setting {
  organisations: Ids
  users: Ids
  competitions: Ids
}
const DEADLINE_DAYS = 7

export async function insertAudits(deps: ServerDeps, scope: SeedScope, setting: Setting): Promise<void> {
  const { rules, audits } = readDemo<DemoAudits>('audits.json')
  for (const { organisation, ...rule } of rules)
    await scope.db
      .insertInto('audit_rule')
      .values({ ...rule, organisationId: setting.organisations.get(organisation) })
      .execute()
  for (const audit of audits) await insertAudit(deps, scope, { ...setting, audit })
}

async function insertAudit(deps: ServerDeps, scope: SeedScope, setting: Setting & { audit: DemoAudit }): Promise<void> {
  const { db, now } = scope
  const { audit, users, competitions } = setting
  const competitionId = competitions.get(audit.competition)!
  await db
    .insertInto('competitionInfo_info')
    .values({ competitionId, ...audit.info })
    .execute()
  const { organisationId } = await db
    .selectFrom('competition_competition')
    .select('organisationId')
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  const back = audit.levels.find(({ state }) => state === 'sentBack')
  const state: AuditSubmissionState = back ? 'sentBack' : 'waiting'
  const position = audit.levels.findIndex((level) => level === back || level.state === 'waiting') + 1
  const values = {
    competitionId,
    organisationId,
    number: 1,
    state,
    position,
    levels: audit.levels.length,
    deadlineDays: DEADLINE_DAYS,
    onDeadline: 'remind',
    note: audit.note,
    reason: back?.reason ?? null,
    snapshot: JSON.stringify(await takeSnapshot(competitionId, { tables: db, platform: deps.platform() })),
    submitterId: users.get(audit.submitter),
    decidedAt: back ? moment(now, back.at ?? 0) : null,
    createdAt: moment(now, audit.submittedAt),
  }
  const { id } = await db.insertInto('audit_submission').values(values).returning('id').executeTakeFirstOrThrow()
  await db.updateTable('competition_competition').set({ auditState: state }).where('id', '=', competitionId).execute()
  await insertEntry(scope, setting, {
    submissionId: id,
    organisationId,
    action: 'submit',
    by: audit.submitter,
    at: audit.submittedAt,
    reason: audit.note,
  })
  for (const [index, level] of audit.levels.entries()) await insertLevel(scope, setting, { submissionId: id, position: index + 1, level })
}

async function insertLevel(
  scope: SeedScope,
  setting: Setting & { audit: DemoAudit },
  { submissionId, position, level }: { submissionId: string; position: number; level: DemoAudit['levels'][number] },
): Promise<void> {
  const { state, by, at, reason = null } = level
  const organisationId = setting.organisations.get(level.organisation)
  const decided = at === undefined ? {} : { deciderId: setting.users.get(by ?? ''), decidedAt: moment(scope.now, at) }
  const deadline = state === 'waiting' ? moment(scope.now, DEADLINE_DAYS - 2) : null
  await scope.db
    .insertInto('audit_step')
    .values({ submissionId, position, organisationId, state, reason, deadline, ...decided })
    .execute()
  if (by && at !== undefined)
    await insertEntry(scope, setting, {
      submissionId,
      action: state === 'approved' ? 'approve' : 'sendBack',
      position,
      organisationId,
      by,
      at,
      reason,
    })
}

async function insertEntry(
  { db, now }: SeedScope,
  { audit, competitions, users }: Setting & { audit: DemoAudit },
  { by, at, ...entry }: { submissionId: string; action: string; by: string; at: number } & Record<string, unknown>,
): Promise<void> {
  const actorId = users.get(by)
  const { name } = await db.selectFrom('account_user').select('name').where('id', '=', actorId).executeTakeFirstOrThrow()
  const values = {
    ...entry,
    competitionId: competitions.get(audit.competition),
    number: 1,
    actorId,
    actorName: name,
    createdAt: moment(now, at),
  }
  await db.insertInto('audit_entry').values(values).execute()
}
