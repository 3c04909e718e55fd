import { linkAction, runAction } from '../../runtime/client/actions.ts'
import { extendScope } from '../../runtime/client/scope.ts'
import type { ActionRef } from '../../runtime/core/documents.ts'
import { useScope, useScreen } from '../ScreenContext.ts'

/** Runs an action of the studio with what it is about as `input`. */
export function useActionRunner(): (action: ActionRef, input: Record<string, unknown>) => Promise<void> {
  const { host } = useScreen()
  const scope = useScope()
  return async (action, input) => {
    const linked = linkAction(action, extendScope(scope, { input }))
    if (linked) await runAction({ ...linked, scope: extendScope(linked.scope, { input }) }, host)
  }
}
