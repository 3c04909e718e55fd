/** The stages of a submission and its approval history, as screens show them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { readSteps } from './submission.ts'
import { momentText } from './valueText.ts'

export interface LevelView {
  position: number
  organisation: LocalText
  state: string
  /** done, current or ahead. */
  progress: 'done' | 'current' | 'ahead'
  /** When it was decided. */
  at: string | null
  deadline: string | null
  decider: string | null
  reason: string | null
  /** One line: state, who, why. */
  text: LocalText
}

/** Stages of a submission, first stage first. */
export async function levelViews(submissionId: string, context: HandlerContext): Promise<LevelView[]> {
  const { platform } = context
  const dueTitle = platform.get('entity', 'audit.step').fields.deadline?.title
  return (await readSteps(submissionId, context)).map((step) => {
    const { position, organisation, state, deadline, decider, reason, decidedAt } = step
    const isOpen = state === 'pending' || state === 'waiting'
    const words = (lang: Lang) => {
      const due = state === 'waiting' && deadline ? `${localName(dueTitle, lang)} ${momentText(deadline, platform, lang)}` : null
      return [enumLabel('audit.stepState', state, platform)[lang], decider, due, isOpen ? null : reason].filter(Boolean).join(' · ')
    }
    return {
      position,
      organisation,
      state,
      progress: state === 'waiting' ? 'current' : state === 'pending' || state === 'closed' ? 'ahead' : 'done',
      at: decidedAt,
      deadline,
      decider,
      reason,
      text: { zh: words('zh'), en: words('en') },
    }
  })
}

export interface TrailView {
  id: string
  at: string
  action: string
  number: number | null
  position: number | null
  organisation: LocalText | null
  actor: string | null
  onBehalf: LocalText | null
  reason: string | null
  title: LocalText
  text: string
}

/** Of a ranking, a batch of certificates, a report, or the competition itself; newest first. */
export async function trailOf(
  where: { competitionId: string; listId: string | null; batchId: string | null; summaryId: string | null },
  { limit, offset }: { limit: number; offset: number },
  { db, platform }: HandlerContext,
): Promise<{ list: TrailView[]; total: number }> {
  const base = db
    .selectFrom('audit_entry as e')
    .leftJoin('audit_submission as s', 's.id', 'e.submissionId')
    .where('e.competitionId', '=', where.competitionId)
    .where('s.listId', where.listId === null ? 'is' : '=', where.listId)
    .where('s.batchId', where.batchId === null ? 'is' : '=', where.batchId)
    .where('s.summaryId', where.summaryId === null ? 'is' : '=', where.summaryId)
  const rows = await base
    .leftJoin('organisation_organisation as o', 'o.id', 'e.organisationId')
    .selectAll('e')
    .select('o.name as organisation')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await base.select((count) => count.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const list = rows.map((row): TrailView => {
    const title = (lang: Lang) =>
      [enumLabel('audit.action', row.action, platform)[lang], localName(row.organisation, lang)].filter(Boolean).join(' · ')
    return {
      id: row.id,
      at: row.createdAt,
      action: row.action,
      number: row.number,
      position: row.position,
      organisation: row.organisation,
      actor: row.actorName,
      onBehalf: row.onBehalf,
      reason: row.reason,
      title: { zh: title('zh'), en: title('en') },
      text: [row.actorName, row.reason].filter(Boolean).join('：'),
    }
  })
  return { list, total: Number(total) }
}
