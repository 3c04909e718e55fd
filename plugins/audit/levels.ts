/** The levels of a submission, and its trail, as screens show them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { localName } from '../account/identityOptions.ts'
import { readSteps } from './submission.ts'
import { momentText } from './valueText.ts'

export interface LevelView {
  position: number
  organisation: string
  state: string
  /** done, current or ahead. */
  progress: 'done' | 'current' | 'ahead'
  /** When it was decided. */
  at: string | null
  deadline: string | null
  decider: string | null
  reason: string | null
  /** One line: state, who, why. */
  text: string
}

export async function levelViews(submissionId: string, context: HandlerContext): Promise<LevelView[]> {
  const { platform, lang } = context
  const labels = new Map(
    platform.get('enum', 'audit.stepState').values.map(({ code, label }) => [String(code), localName(label, lang) ?? '']),
  )
  const dueLabel = localName(platform.get('entity', 'audit.step').fields.deadline?.title, lang) ?? ''
  return (await readSteps(submissionId, context)).map((step) => {
    const { position, organisation, state, deadline, decider, reason, decidedAt } = step
    const due = state === 'waiting' && deadline ? `${dueLabel} ${momentText(deadline, platform, lang)}` : null
    const words = [labels.get(state), decider, due, state === 'pending' || state === 'waiting' ? null : reason]
    return {
      position,
      organisation: localName(organisation, lang) ?? '',
      state,
      progress: state === 'waiting' ? 'current' : state === 'pending' || state === 'closed' ? 'ahead' : 'done',
      at: decidedAt,
      deadline,
      decider,
      reason,
      text: words.filter(Boolean).join(' · '),
    }
  })
}

export interface TrailView {
  at: string
  action: string
  number: number | null
  position: number | null
  organisation: string | null
  actor: string | null
  onBehalf: string | null
  reason: string | null
  title: string
  text: string
}

/** Newest first. */
export async function trailOf(
  where: { competitionId: string },
  { limit, offset }: { limit: number; offset: number },
  { db, platform, lang }: HandlerContext,
): Promise<{ list: TrailView[]; total: number }> {
  const base = db.selectFrom('audit_entry as e').where('e.competitionId', '=', where.competitionId)
  const rows = await base
    .leftJoin('organisation_organisation as o', 'o.id', 'e.organisationId')
    .selectAll('e')
    .select('o.name as organisation')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await base.select((count) => count.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const labels = new Map(platform.get('enum', 'audit.action').values.map(({ code, label }) => [String(code), localName(label, lang) ?? '']))
  const list = rows.map((row): TrailView => {
    const [organisation, onBehalf] = [localName(row.organisation, lang), localName(row.onBehalf, lang)]
    return {
      at: row.createdAt,
      action: row.action,
      number: row.number,
      position: row.position,
      organisation,
      actor: row.actorName,
      onBehalf,
      reason: row.reason,
      title: [labels.get(row.action), organisation].filter(Boolean).join(' · '),
      text: [row.actorName, row.reason].filter(Boolean).join('：'),
    }
  })
  return { list, total: Number(total) }
}
