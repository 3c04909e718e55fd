import { useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { request } from '../../runtime/client/http.ts'
import { session } from '../../runtime/client/session.ts'
import type { TableDocument } from '../../runtime/core/documents.ts'
import type { ViewSettings } from './tableView.ts'

export interface SavedView {
  id: string
  name: string
  settings: ViewSettings
  isDefault: boolean
}

export interface SavedViews {
  /** Null while they are on their way. Empty where the table keeps none, for visitors, and when they could not be had. */
  list: readonly SavedView[] | null
  /** The calls throw `CallError` and answer when the list is up to date again. */
  save(name: string, settings: ViewSettings, isDefault: boolean): Promise<SavedView>
  change(id: string, part: Partial<Omit<SavedView, 'id'>>): Promise<void>
  remove(id: string): Promise<void>
}

const NONE: readonly SavedView[] = []

/** The person's saved views of a table, kept on the server. */
export function useSavedViews(table: TableDocument): SavedViews {
  const { facts } = useSnapshot(session)
  const keeps = table.views === true && facts.signedIn
  const [list, setList] = useState<readonly SavedView[] | null>(keeps ? null : NONE)
  const load = useCallback(async (): Promise<void> => {
    const data = await request<{ list: SavedView[] }>('platform.view.list', { table: table.id })
    setList(data.list)
  }, [table.id])

  useEffect(() => {
    if (!keeps) return setList(NONE)
    // Without them the table still works.
    load().catch(() => setList(NONE))
  }, [keeps, load])

  return {
    list,
    async save(name, settings, isDefault) {
      const saved = await request<SavedView>('platform.view.save', { table: table.id, name, settings, isDefault })
      await load()
      return saved
    },
    async change(id, part) {
      await request('platform.view.change', { id, ...part })
      await load()
    },
    async remove(id) {
      await request('platform.view.remove', { id })
      await load()
    },
  }
}
