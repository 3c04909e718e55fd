/** The approval status of a competition, and whether it may be published. */
import type { ErrorCode, HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { AuditState } from '../generated/enums.ts'
import { chainOf, type Rule, ruleOf } from './chain.ts'
import { changesThatMatter, listNames, takeSnapshot } from './snapshot.ts'
import { lastSubmission, type Submission } from './submission.ts'

export interface Standing {
  competitionId: string
  organisationId: string
  /** A parent organisation must approve it first. */
  demanded: boolean
  state: AuditState
  rule: Rule
  /** Ids of the approving organisations, the lowest first. */
  chain: string[]
  last: Submission | null
  /** Names of what was changed since the approval and must be approved again. */
  changed: LocalText[]
  mayPublish: boolean
}

/** @throws NOT_FOUND */
export async function readStanding(competitionId: string, context: HandlerContext): Promise<Standing> {
  const row = await context.rows.get('competition.competition', competitionId)
  const organisationId = row.organisationId
  const rule = await ruleOf(organisationId, context)
  const chain = await chainOf(organisationId, rule, context)
  const last = await lastSubmission(competitionId, context)
  // the row holds the status of the last write; a competition that was changed back to the approved content is approved
  const isApproved = (row.auditState === 'approved' || row.auditState === 'changed') && last !== null
  const changed = isApproved ? changesThatMatter(last.snapshot, await takeSnapshot(competitionId, context), context.platform) : []
  const state: AuditState = isApproved ? (changed.length > 0 ? 'changed' : 'approved') : row.auditState
  const demanded = chain.length > 0
  return {
    competitionId,
    organisationId,
    demanded,
    state,
    rule,
    chain,
    last,
    changed,
    mayPublish: state !== 'banned' && (!demanded || state === 'approved'),
  }
}

const REFUSALS: Record<AuditState, ErrorCode> = {
  none: 'AUDIT_NEEDED',
  revoked: 'AUDIT_NEEDED',
  waiting: 'AUDIT_WAITING',
  sentBack: 'AUDIT_SENT_BACK',
  changed: 'AUDIT_CHANGED',
  banned: 'AUDIT_BANNED',
  approved: 'AUDIT_NEEDED',
}

/** The error that publishing would give now (null when it may be published), and whether the competition can be submitted for approval instead. */
export async function publishBarrier(
  competitionId: string,
  context: HandlerContext,
): Promise<{ barrier: string | null; submittable: boolean }> {
  const standing = await readStanding(competitionId, context)
  const { mayPublish, state, changed } = standing
  const { platform, lang } = context
  const fields = listNames(changed)[lang]
  const barrier = mayPublish ? null : (platform.texts[lang][`error.${REFUSALS[state]}`] ?? '').replace('{{fields}}', fields)
  return { barrier, submittable: isSubmittable(standing) }
}

/** It is not pending, and it needs approval. */
export function isSubmittable({ demanded, state }: Pick<Standing, 'demanded' | 'state'>): boolean {
  return demanded && state !== 'waiting' && state !== 'banned' && state !== 'approved'
}

/**
 * For everything that makes a competition public.
 * @throws AUDIT_NEEDED, AUDIT_WAITING, AUDIT_SENT_BACK, AUDIT_CHANGED, AUDIT_BANNED: each says what to do
 */
export async function assertApproved(competitionId: string, context: HandlerContext): Promise<void> {
  const { mayPublish, state, changed } = await readStanding(competitionId, context)
  if (!mayPublish) context.fail(REFUSALS[state], { fields: listNames(changed)[context.lang] })
}
