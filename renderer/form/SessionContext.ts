/** The form being filled, for everything drawn inside it. The value changes with the language only: no key stroke draws through a context. */
import { createContext, useContext } from 'react'
import type { FormSession } from './FormSession.ts'

export interface FormFrame {
  session: FormSession
  /** Distinguishes the ids of two forms on one page. */
  idPrefix: string
  /** Of the texts that are shown; with another one all fields are drawn again. */
  textRevision: number
}

export const SessionContext = createContext<FormFrame | null>(null)

/** @throws outside of a form: a mistake of ours, not of a document */
export function useFormFrame(): FormFrame {
  const frame = useContext(SessionContext)
  if (!frame) throw new Error('useFormFrame: no form above')
  return frame
}

/** Id of the control of a field; links of the summary point at it. */
export function controlId(idPrefix: string, path: string): string {
  return `${idPrefix}${path.replaceAll('/', '-')}`
}
