import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ActionHost } from '../runtime/client/actions.ts'
import { booted } from '../runtime/client/boot.ts'
import { isHere } from '../runtime/client/navigation.ts'
import { matchRoute } from '../runtime/client/routes.ts'
import type { Screen } from '../runtime/client/screen.ts'
import { isForeign, safeAddress } from '../runtime/core/safeAddress.ts'
import { usePrompts } from './Prompts.tsx'
import { ScopeContext, ScreenContext } from './ScreenContext.ts'

/** Gives a screen to the nodes below: scope, host of actions, and the questions that actions ask. */
export function ScreenProvider({ screen, above, children }: { screen: Screen; above?: Screen; children: ReactNode }): ReactNode {
  const navigate = useNavigate()
  const prompts = usePrompts()
  const value = useMemo(() => {
    const host: ActionHost = {
      confirm: prompts.confirm,
      askForm: prompts.askForm,
      navigate: (address, options) => go(address, options, navigate),
      async refresh(names, since) {
        // what a frame shows of its own is live, or named by the action
        const isRest = typeof names === 'object' && 'allBut' in names
        await Promise.all([screen.refresh(names, since), isRest ? undefined : above?.refresh(names, since)])
      },
      open: screen.open,
      close: screen.close,
      set: screen.set,
    }
    return { screen, host }
  }, [screen, above, navigate, prompts.confirm, prompts.askForm])
  return (
    <ScreenContext value={value}>
      <ScopeContext value={screen.scope}>
        {children}
        {prompts.shown}
      </ScopeContext>
    </ScreenContext>
  )
}

function go(address: string, options: { replace?: boolean; newTab?: boolean }, navigate: ReturnType<typeof useNavigate>): void {
  const target = safeAddress(address)
  if (!target) return
  if (options.newTab) window.open(target, '_blank', 'noopener')
  else if (isForeign(target) || !isPage(target)) location.assign(target)
  else if (!isHere(target)) void navigate(target, { replace: options.replace })
}

// An address without a page belongs to the server: a call that redirects. (The server sends unknown addresses back.)
function isPage(address: string): boolean {
  return !booted.boot || matchRoute(booted.boot.routes, new URL(address, location.href).pathname) !== null
}
