/** What is sent for approval beside competitions. Areas give the rules of their own at the point `audit.subject`, by the code of the enum `audit.subject`. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { type Change, describeChanges, describeSnapshot, type Snapshot } from './snapshot.ts'

/** Ids of what was submitted; those of other subjects are null. */
export interface SubjectIds {
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

export interface AuditedSubject {
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
    'audit.subject': AuditedSubject
  }
}

const COMPETITION: Pick<AuditedSubject, 'describe' | 'compare'> = { describe: describeSnapshot, compare: describeChanges }

/** How a submission is described and compared. */
export function wordsOfSubject(
  subject: string,
  { extensions }: Pick<HandlerContext, 'extensions'>,
): Pick<AuditedSubject, 'describe' | 'compare'> {
  return extensions('audit.subject').get(subject) ?? COMPETITION
}

/** Title of what was submitted beside its competition; null for a competition itself. */
export async function partTitle(ids: SubjectIds, context: HandlerContext): Promise<LocalText | null> {
  for (const subject of context.extensions('audit.subject').values()) {
    const title = await subject.title(ids, context)
    if (title) return title
  }
  return null
}
