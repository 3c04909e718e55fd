import { createContext, useContext } from 'react'

export interface PanelExtras {
  /** Opens the rule of a key where all rules are edited. */
  openLogic?: (key: string) => void
  /** Enum of the permission codes. */
  permissions?: string
}

export const PanelExtrasContext = createContext<PanelExtras>({})

/** What the editors of a panel need from the studio around them. */
export function usePanelExtras(): PanelExtras {
  return useContext(PanelExtrasContext)
}
