/** Whose work it is, for the person who sees the work: visitors, its author, its organiser. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { AgonError } from '../../runtime/core/errors.ts'

interface SeenWork {
  id: string
  /** Of the public page. */
  name?: string
  displayName?: string
  school: string | null
  event: LocalText
  registrationId?: string
}
/** Calls that show a work, the most open one first. */
const VIEWS = ['work.show', 'work.own', 'work.manage'] as const

export default defineHandler('work.team', async ({ id }, context) => {
  for (const view of VIEWS) {
    const work = await seenBy(view, id, context)
    if (!work) continue
    const { name, displayName, school, event, registrationId = null } = work
    return { id, name: name ?? displayName ?? '', school, event, registrationId }
  }
  return context.fail('NOT_FOUND', { entity: 'work.work', id })
})

async function seenBy(view: (typeof VIEWS)[number], id: string, context: HandlerContext): Promise<SeenWork | null> {
  try {
    return await context.call(view, { id })
  } catch (error) {
    if (error instanceof AgonError && ['NOT_FOUND', 'PERMISSION_DENIED', 'SESSION_REQUIRED'].includes(error.code)) return null
    throw error
  }
}
