/** What a check says of a row. */
import type { LocalText } from '../../../runtime/core/documents.ts'

export interface Problem {
  /** Position of the column; null: of the row. */
  position: number | null
  severity: 'error' | 'warning'
  message: LocalText
}
/** A row as the sheet has it. */
export interface SheetRow {
  id: string
  number: number
  cells: string[]
  formulas: number[]
}
export interface Examined {
  problems: Problem[]
  /** Left out although nothing is wrong with it. */
  isSkipped?: boolean
  name?: string | null
  address?: string | null
  answers?: Record<string, unknown>
  userId?: string | null
  registrationId?: string | null
  awardId?: string | null
}
/** Looks at one row after the other: later ones are held against earlier ones. */
export type Examine = (row: SheetRow) => Promise<Examined>
