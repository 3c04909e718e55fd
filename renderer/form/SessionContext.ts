/** React context of the form that is being filled in. Its value changes with the language only, so that typing re-renders no consumer. */
import { createContext, useContext } from 'react'
import type { KnownAnswers } from './contract.ts'
import type { FormSession } from './FormSession.ts'

export interface FormFrame {
  session: FormSession
  /** Prefix of element ids, unique among the forms of a page. */
  idPrefix: string
  /** Answers that are known of the person, by name, with the words beside them. */
  known: KnownAnswers | null
  /** Revision of the shown texts; a new one re-renders all fields. */
  textRevision: number
}

export const SessionContext = createContext<FormFrame | null>(null)

/** The form around the component. @throws Error outside a form */
export function useFormFrame(): FormFrame {
  const frame = useContext(SessionContext)
  if (!frame) throw new Error('useFormFrame: no form above')
  return frame
}

/** Id of the control of a field; links of the summary point at it. */
export function controlId(idPrefix: string, path: string): string {
  return `${idPrefix}${path.replaceAll('/', '-')}`
}
