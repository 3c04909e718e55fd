import { createContext, useContext } from 'react'
import type { EnumDocument, FormField } from '../../../runtime/core/documents.ts'

export interface PanelExtras {
  /** Opens the rule of a key where all rules are edited. */
  openLogic?: (key: string) => void
  /** Call that lists documents by kind and search. */
  catalogue?: string
  /** Enum of the permission codes. */
  permissions?: string
  /** The place whose conditions are edited as rows. */
  place?: ScopePlace
  /** The field that is edited, and the enums that its options may come from. */
  field?: FormField
  /** What it was when it was added. */
  begun?: FormField
  enums?: Readonly<Record<string, EnumDocument>>
  /** That all questions of the form together can bring. */
  points?: number
}

/** A part of a document, for what its conditions may read. */
export interface ScopePlace {
  /** Call that answers the scope. */
  call: string
  kind: string
  id: string
  /** JSON Pointer of the part. */
  place: string
  /** Grows with each save. */
  saves: number
}

export const PanelExtrasContext = createContext<PanelExtras>({})

/** What the editors of a panel need from the studio around them. */
export function usePanelExtras(): PanelExtras {
  return useContext(PanelExtrasContext)
}
