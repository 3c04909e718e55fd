/** What every node reads: the screen it is on, the names its expressions see, and who carries out its actions. */
import { createContext, useContext } from 'react'
import type { ActionHost } from '../runtime/client/actions.ts'
import type { Scope } from '../runtime/client/scope.ts'
import type { Screen } from '../runtime/client/screen.ts'

export const ScreenContext = createContext<{ screen: Screen; host: ActionHost } | null>(null)
export const ScopeContext = createContext<Scope | null>(null)

/** The screen and its action host. @throws outside a screen: a mistake in the code, not in a document */
export function useScreen(): { screen: Screen; host: ActionHost } {
  const found = useContext(ScreenContext)
  if (!found) throw new Error('useScreen: no ScreenProvider above')
  return found
}

/** The names in reach of expressions here: the screen's, plus `item`, `row` ... of the nodes above. */
export function useScope(): Scope {
  const found = useContext(ScopeContext)
  if (!found) throw new Error('useScope: no ScreenProvider above')
  return found
}
