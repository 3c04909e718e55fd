/** Runs what a page does when it opens, once, if it stands there as an action that could be used. */
import { useEffect, useRef } from 'react'
import { actionState, linkAction, runAction } from '../runtime/client/actions.ts'
import { takeOwnAccord } from '../runtime/client/ownAccord.ts'
import type { ActionRef } from '../runtime/core/documents.ts'
import { useScope, useScreen } from './ScreenContext.ts'

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
    if (visible && enabled && takeOwnAccord()) void runAction(linked, host)
  }, [])
}
