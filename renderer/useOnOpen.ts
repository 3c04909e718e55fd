import { useEffect, useRef } from 'react'
import { actionState, type LinkedAction, linkAction, runAction } from '../runtime/client/actions.ts'
import { takeAutomatic } from '../runtime/client/automaticActions.ts'
import { holds } from '../runtime/client/scope.ts'
import { staysHere } from '../runtime/client/stepKinds.ts'
import type { ActionRef } from '../runtime/core/documents.ts'
import { useScope, useScreen } from './ScreenContext.ts'

/** Runs the action of a page that opens, once, if it is visible and enabled. */
export function useOnOpen(action: ActionRef | undefined): void {
  const { host } = useScreen()
  const scope = useScope()
  const opened = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever changes afterwards
  useEffect(() => {
    if (opened.current || action === undefined) return
    opened.current = true
    const linked = linkAction(action, scope)
    if (!linked) return
    const { visible, enabled } = actionState(linked)
    if (visible && enabled && (!mayMove(linked) || takeAutomatic())) void runAction(linked, host, true)
  }, [])
}

/** Whether the person may be on another page afterwards. What stays needs no leave: it cannot go round in a circle. */
function mayMove({ action, scope: inside }: LinkedAction): boolean {
  return action.steps.some((step) => ('navigate' in step ? holds(step.when, inside) : 'do' in step && !staysHere(step.do)))
}
