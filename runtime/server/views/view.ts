/** What the calls of saved table views share. */
import type { HandlerContext } from '../../core/contracts.ts'

export interface View {
  id: string
  name: string
  settings: Record<string, unknown>
  isDefault: boolean
}

export const VIEW_FIELDS = ['id', 'name', 'settings', 'isDefault'] as const

/** Another view of the person is about to become the default of the table. */
export async function clearDefault(table: string, { db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<void> {
  await db
    .updateTable('platform_view')
    .set({ isDefault: false })
    .where('ownerId', '=', session.userId)
    .where('table', '=', table)
    .where('isDefault', '=', true)
    .execute()
}
