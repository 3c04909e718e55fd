/** Formulas that are not rules yet: typed, and not applied or wrong. Kept as text beside the form until they are applied or dropped. */
import { useCallback, useSyncExternalStore } from 'react'
import type { FormSession } from '../useDesign.ts'

interface Drafts {
  texts: Map<string, string>
  listeners: Set<() => void>
}
const known = new WeakMap<FormSession, Drafts>()

function draftsOf(session: FormSession): Drafts {
  const drafts = known.get(session) ?? { texts: new Map(), listeners: new Set() }
  known.set(session, drafts)
  return drafts
}

/** The text typed for the rule at a path; null when what is stored is what was typed. */
export function useFormulaDraft(session: FormSession, path: string): string | null {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { listeners } = draftsOf(session)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [session],
  )
  return useSyncExternalStore(subscribe, () => draftsOf(session).texts.get(path) ?? null)
}

/** @param text null drops it */
export function keepFormulaDraft(session: FormSession, path: string, text: string | null): void {
  const { texts, listeners } = draftsOf(session)
  if (text === null) texts.delete(path)
  else texts.set(path, text)
  for (const listener of listeners) listener()
}
