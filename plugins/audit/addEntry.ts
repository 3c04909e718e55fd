/** Adds an entry to the approval history. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { AuditAction } from '../generated/enums.ts'

export interface TrailEntry {
  competitionId: string
  submissionId?: string
  number?: number
  position?: number
  organisationId?: string
  action: AuditAction
  onBehalf?: LocalText | null
  reason?: string | null
}

/** Inserts one entry of the approval history, with the person and the time of the call. */
export async function addEntry({ rows, session }: HandlerContext, entry: TrailEntry): Promise<void> {
  const values = {
    ...entry,
    onBehalf: entry.onBehalf ?? null,
    reason: entry.reason || null,
    actorId: session.userId,
    actorName: session.name,
  }
  await rows.create('audit.entry', values)
}
