/** Writes the competition of a file as a draft of an organisation: all of it, or nothing. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { moveBy } from '../movedTime.ts'
import type { Sources } from '../parts/Sources.ts'
import { writeContent } from '../parts/writeContent.ts'
import type { OpenedFile } from './readFile.ts'

/** Input of jobs. */
export type FileOrder = {
  file: string
  organisationId: string
  title?: LocalText | undefined
  years?: number | undefined
  days?: number | undefined
}

/** Inside a transaction, by the rules of a new draft. @throws what the same would be refused with when it is typed in: DOCUMENT_INVALID, CALL_INPUT,
 *  REVIEW_OVERLAP, ...; PERMISSION_DENIED, FEATURE_MISSING */
export async function writeFile(
  opened: OpenedFile,
  { organisationId, title: given, years = 0, days = 0 }: FileOrder,
  sources: Sources,
  context: HandlerContext,
): Promise<string> {
  const distance = { years, days }
  const title = given ?? (opened.row.title as LocalText)
  const { id: draftId } = await context.call('competition.create', { organisationId, title })
  const place = { organisationId, move: moveBy(distance), distance, draftId }
  await writeContent({ ...opened.row, title }, opened.content, place, sources, context)
  for (const { check } of context.extensions('competition.part').values()) await check?.(draftId, context)
  return draftId
}
