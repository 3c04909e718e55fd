/** Shared by the fields of a panel: the edited part, and names and failures of its keys. */
import { createContext, useContext } from 'react'
import type { PanelKey } from '../../../runtime/core/studio/panelSchema.ts'

export interface PanelPart {
  id: string
  title: string
  keys: readonly PanelKey[]
  closed?: boolean
}

export interface Panel {
  /** Names what is asked about. */
  of: string
  parts: readonly PanelPart[]
  /** The failure at a key, as text. */
  failure(key: string): string
  help(key: string): string
}
export const PanelContext = createContext<Panel | null>(null)

/** @throws outside of a panel */
export function usePanel(): Panel {
  const found = useContext(PanelContext)
  if (!found) throw new Error('usePanel: no panel above')
  return found
}
