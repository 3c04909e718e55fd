/** Files and link of a work, which may identify its author and are checked before experts get them. */
import { createHash } from 'node:crypto'
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { masksOf } from '../../../runtime/core/masking/personalFields.ts'
import { filesIn } from '../../work/workParts.ts'
import { answersAboutTheWork } from './hiddenFields.ts'

/** Files of a work that reviewers may ask for, in the order of the form. Where the round hides something, without those in identifying fields. */
export async function reviewedFiles(
  work: { formHash: string; answers: unknown },
  isBlind: boolean,
  context: HandlerContext,
): Promise<StoredFile[]> {
  const read = await context.documents.forms.read(work.formHash, work.answers)
  if (!isBlind) return filesIn(read)
  const form = (await context.documents.store.byHash(work.formHash))?.content as FormDocument | undefined
  return filesIn(form ? answersAboutTheWork(form, read, masksOf(context.platform)) : {})
}

/** A link as copies know it. */
export function linkSource(link: string): string {
  return `link:${createHash('sha256').update(link).digest('hex')}`
}
