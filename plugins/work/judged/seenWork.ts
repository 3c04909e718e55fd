/** Whose view of a work the asker has. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { AgonError } from '../../../runtime/core/errors.ts'

/** @returns `own` for its author and the members of the team, `manage` for its organiser. @throws NOT_FOUND to everyone else */
export async function seenWork(id: string, context: HandlerContext): Promise<'own' | 'manage'> {
  for (const view of ['own', 'manage'] as const) {
    try {
      await context.call(`work.${view}`, { id })
      return view
    } catch (error) {
      if (!(error instanceof AgonError && ['NOT_FOUND', 'PERMISSION_DENIED'].includes(error.code))) throw error
    }
  }
  return context.fail('NOT_FOUND', { entity: 'work.work', id })
}
