import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { evaluateCel } from '../runtime/client/scope.ts'
import type { Walk } from '../runtime/client/screen.ts'
import { translate } from '../runtime/client/texts.ts'
import type { Node } from '../runtime/core/documents.ts'
import { isTyping } from './isTyping.ts'
import { useScope, useScreen } from './ScreenContext.ts'
import { useScoped } from './useScoped.ts'
import { Button } from './widgets/light/Button.tsx'

type WalkNode = NonNullable<Extract<Node, { node: 'drawer' }>['walk']>

/** Previous and next row of a table, over its pages, above what a drawer shows of one: by buttons, and by K and J while no one types. */
export function OverlayWalk({ walk: { table, at } }: { walk: WalkNode }): ReactNode {
  const { screen } = useScreen()
  const scope = useScope()
  const walk = useSnapshot(screen.walks)[table] as Walk | undefined
  const key = String(useScoped(() => evaluateCel(at, scope)) ?? '')
  const { place, previous, next } = usePlace(walk?.keys ?? [], key)
  const go = (to: string | undefined, side: 'next' | 'previous') =>
    to === undefined ? screen.walks[table]?.turn[side]?.() : screen.walks[table]?.open(to)
  useWalkKeys({ k: () => go(previous, 'previous'), j: () => go(next, 'next') })
  if (!walk) return null
  return (
    <nav className="ag-walk" aria-label={translate('kernel.walk.keys')}>
      <Button icon="arrowUp" size="small" disabled={!(previous ?? walk.turn.previous)} onClick={() => go(previous, 'previous')}>
        {translate('kernel.walk.previous')}
      </Button>
      <Button icon="arrowDown" size="small" disabled={!(next ?? walk.turn.next)} onClick={() => go(next, 'next')}>
        {translate('kernel.walk.next')}
      </Button>
      <span className="ag-walk__place" role="status">
        {place >= 0 && translate('kernel.walk.place', { place: walk.before + place + 1, count: walk.total })}
      </span>
      <span className="ag-walk__keys">{translate('kernel.walk.keys')}</span>
    </nav>
  )
}

/** Where a row is among the others. One that a filter no longer lets through was last where its follower is now. */
function usePlace(keys: readonly string[], key: string): { place: number; previous: string | undefined; next: string | undefined } {
  const last = useRef(0)
  const place = keys.indexOf(key)
  useEffect(() => {
    if (place >= 0) last.current = place
  }, [place])
  if (place < 0) return { place, previous: keys[last.current - 1], next: keys[last.current] }
  return { place, previous: keys[place - 1], next: keys[place + 1] }
}

function useWalkKeys(does: Record<string, () => void>): void {
  const current = useRef(does)
  useEffect(() => {
    current.current = does
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const act = current.current[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // a dialog above the drawer is answered first
      if (document.querySelectorAll('[aria-modal="true"]').length > 1) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
