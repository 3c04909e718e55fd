import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Names } from '../runtime/client/scope.ts'
import { extendScope, holds } from '../runtime/client/scope.ts'
import { showToast } from '../runtime/client/toasts.ts'
import type { Node, Text } from '../runtime/core/documents.ts'
import { HeadingContext } from './HeadingContext.ts'
import { NodeBoundary } from './NodeBoundary.tsx'
import { NodeList } from './NodeList.tsx'
import { OverlayWalk } from './OverlayWalk.tsx'
import { ScopeContext, useScope, useScreen } from './ScreenContext.ts'
import { useScoped, useText } from './useScoped.ts'
import { Overlay } from './widgets/light/Overlay.tsx'

type OverlayPart = Extract<Node, { node: 'drawer' | 'dialog' }>
const INSIDE = { main: null, level: 3 }

/** What drawers and dialogs of a page share: they exist while open, and see the names they were opened with. */
export function OverlayNode({ kind, node }: { kind: 'drawer' | 'dialog'; node: OverlayPart }): ReactNode {
  const { screen } = useScreen()
  const opened = useSnapshot(screen.overlays)[node.id] as Names | undefined
  const condition = node.node === 'dialog' ? node.openWhen : undefined
  const held = useScoped((scope) => condition !== undefined && holds(condition, scope))
  if (!held) return opened && <Opened kind={kind} node={node} names={opened} />
  return <Opened kind={kind} node={node} names={NO_NAMES} must={node.node === 'dialog' ? node.must : undefined} />
}
const NO_NAMES: Names = {}

function Opened({ kind, node, names, must }: { kind: 'drawer' | 'dialog'; node: OverlayPart; names: Names; must?: Text }): ReactNode {
  const { screen } = useScreen()
  const above = useScope()
  const scope = useMemo(() => extendScope(above, names), [above, names])
  return (
    <ScopeContext value={scope}>
      <HeadingContext value={INSIDE}>
        <TitledOverlay kind={kind} node={node} close={() => screen.close(node.id)} must={must} />
      </HeadingContext>
    </ScopeContext>
  )
}

interface TitledProps {
  kind: 'drawer' | 'dialog'
  node: OverlayPart
  close(): void
  /** It cannot be closed; a person who tries reads this text. */
  must?: Text
}

function TitledOverlay({ kind, node, close, must }: TitledProps): ReactNode {
  const title = useText(node.title)
  const words = useText(must)
  return (
    <Overlay kind={kind} title={title} width={node.width} onClose={must ? () => showToast('warning', words) : close} closable={!must}>
      <NodeBoundary name={node.id}>
        <div className="ag-stack">
          {node.node === 'drawer' && node.walk && <OverlayWalk walk={node.walk} />}
          <NodeList nodes={node.children} />
        </div>
      </NodeBoundary>
    </Overlay>
  )
}
