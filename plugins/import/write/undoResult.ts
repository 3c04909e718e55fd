/** Takes lines that an import added out of a ranking, or gives back what it changed, while the ranking is a draft of the same version. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { lockedList } from '../../ranking/heldList.ts'
import type { Batch } from '../batch.ts'
import type { Left } from './undoRows.handler.ts'
import type { WaitingRow } from './waitingRows.ts'

export async function createResultUndo({ listId }: Batch, context: HandlerContext): Promise<(row: WaitingRow<'results'>) => Promise<Left>> {
  const list = listId === null ? null : await lockedList(listId, context)
  return async ({ awardId, state, mark, before }) => {
    const line = awardId === null ? null : await context.rows.find('ranking.award', { id: awardId }, { lock: true })
    if (!line) return 'gone'
    if (list?.state !== 'draft' || line.version !== list.version) return 'locked'
    if (line.updatedAt !== mark) return 'changed'
    if (state === 'merged') await context.rows.save('ranking.award', line, { ...before })
    else await context.rows.remove('ranking.award', line)
    return null
  }
}
