/** The approval rule in force for an organisation, and the stages that follow from it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { AuditMode, AuditOnDeadline } from '../generated/enums.ts'
import { superiorsOf } from '../organisation/superiorsOf.ts'

export interface Rule {
  /** Id of the organisation that made the rule: the organisation itself or the nearest parent with a rule; null without a rule. */
  organisationId: string | null
  mode: AuditMode
  /** Rankings are approved too. */
  rankings: boolean
  /** Batches of certificates are approved too. */
  certificates: boolean
  levels: number
  /** Days for each level. */
  deadlineDays: number
  onDeadline: AuditOnDeadline
}
type Tools = Pick<HandlerContext, 'db'>

const NO_RULE: Rule = {
  organisationId: null,
  mode: 'none',
  rankings: false,
  certificates: false,
  levels: 1,
  deadlineDays: 5,
  onDeadline: 'remind',
}

/** The approval rule in force for an organisation: its own, else that of the nearest parent organisation, else no approval. */
export async function ruleOf(organisationId: string, { db }: Tools): Promise<Rule> {
  const line = [organisationId, ...(await superiorsOf(organisationId, db))]
  const rows = await db.selectFrom('audit_rule').selectAll().where('organisationId', 'in', line).execute()
  const byPlace = new Map(rows.map((row) => [row.organisationId, row]))
  const row = line.map((id) => byPlace.get(id)).find((found) => found !== undefined)
  if (!row) return NO_RULE
  const { mode, rankings, certificates, levels, deadlineDays, onDeadline } = row
  return { organisationId: row.organisationId, mode, rankings, certificates, levels, deadlineDays, onDeadline }
}

/** Ids of the approving organisations, the lowest first; empty when no approval is needed. */
export async function chainOf(organisationId: string, rule: Rule, { db }: Tools): Promise<string[]> {
  if (rule.mode === 'none') return []
  return (await superiorsOf(organisationId, db)).slice(0, rule.mode === 'parent' ? 1 : rule.levels)
}
