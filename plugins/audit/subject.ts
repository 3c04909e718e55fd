/** What is sent for approval: competitions, and what areas give at the point `audit.subject`, each by its code of the enum `audit.subject`. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import type { Change, Snapshot } from './snapshot.ts'

/** Ids of what was submitted; those of other subjects are null. */
export interface SubjectIds {
  competitionId?: string
  listId?: string | null
  batchId?: string | null
  summaryId?: string | null
}
export interface Described {
  field: LocalText
  value: LocalText
  matters: boolean
}
export type Outcome = 'approved' | 'sentBack' | 'revoked'

export interface ApprovalSubject {
  describe(snapshot: Snapshot, platform: Platform): Described[]
  compare(before: Snapshot, after: Snapshot, platform: Platform): Change[]
  /** Applies the end of an approval. The person who decides need hold no right on what was submitted. */
  settle(ids: SubjectIds, outcome: Outcome, reason: string | null, context: HandlerContext): Promise<void>
  /** Beside the title of the competition; null when the ids are of another subject. */
  title(ids: SubjectIds, context: HandlerContext): Promise<LocalText | null>
  /** Id of a file that approvers look at. */
  sample?(ids: SubjectIds, context: HandlerContext): Promise<string | null>
}
declare module '../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'audit.subject': ApprovalSubject
  }
}

/** Rules of what was submitted. */
export function subjectOf(subject: string, { extensions }: Pick<HandlerContext, 'extensions'>): ApprovalSubject {
  const found = extensions('audit.subject').get(subject)
  if (!found) throw new Error(`no area gives the subject "${subject}" of approvals`)
  return found
}

/** Title of what was submitted beside its competition; null for a competition itself. */
export async function partTitle(ids: SubjectIds, context: HandlerContext): Promise<LocalText | null> {
  for (const subject of context.extensions('audit.subject').values()) {
    const title = await subject.title(ids, context)
    if (title) return title
  }
  return null
}
