import { useEffect, useRef } from 'react'
import { actionState, linkAction, runAction } from '../runtime/client/actions.ts'
import { takeOwnAccord } from '../runtime/client/ownAccord.ts'
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
    if (visible && enabled && takeOwnAccord()) void runAction(linked, host, true)
  }, [])
}
