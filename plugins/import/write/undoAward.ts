/** Removes a draft that an import made, while no one has changed or submitted it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Left } from './undoRows.handler.ts'
import type { WaitingRow } from './waitingRows.ts'

export async function undoAward({ reportedId, mark }: WaitingRow<'awards'>, { rows }: HandlerContext): Promise<Left> {
  const award = reportedId === null ? null : await rows.find('data.award', { id: reportedId }, { lock: true })
  if (!award) return 'gone'
  if (award.state !== 'draft') return 'submitted'
  if (award.updatedAt !== mark) return 'changed'
  await rows.remove('data.award', award)
  return null
}
