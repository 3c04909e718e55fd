/** What drawers and dialogs of a page share: they exist while open, and see the names they were opened with. */
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Names } from '../runtime/client/scope.ts'
import { extendScope } from '../runtime/client/scope.ts'
import type { Node } from '../runtime/core/documents.ts'
import { HeadingContext } from './HeadingContext.ts'
import { NodeBoundary } from './NodeBoundary.tsx'
import { NodeList } from './NodeList.tsx'
import { ScopeContext, useScope, useScreen } from './ScreenContext.ts'
import { useText } from './useScoped.ts'
import { Overlay } from './widgets/light/Overlay.tsx'

type OverlayPart = Extract<Node, { node: 'drawer' | 'dialog' }>
const INSIDE = { main: null, level: 3 }

export function OverlayNode({ kind, node }: { kind: 'drawer' | 'dialog'; node: OverlayPart }): ReactNode {
  const { screen } = useScreen()
  const opened = useSnapshot(screen.overlays)[node.id] as Names | undefined
  return opened && <Opened kind={kind} node={node} names={opened} />
}

function Opened({ kind, node, names }: { kind: 'drawer' | 'dialog'; node: OverlayPart; names: Names }): ReactNode {
  const { screen } = useScreen()
  const above = useScope()
  const scope = useMemo(() => extendScope(above, names), [above, names])
  return (
    <ScopeContext value={scope}>
      <HeadingContext value={INSIDE}>
        <TitledOverlay kind={kind} node={node} close={() => screen.close(node.id)} />
      </HeadingContext>
    </ScopeContext>
  )
}

function TitledOverlay({ kind, node, close }: { kind: 'drawer' | 'dialog'; node: OverlayPart; close(): void }): ReactNode {
  const title = useText(node.title)
  return (
    <Overlay kind={kind} title={title} width={node.width} onClose={close}>
      <NodeBoundary name={node.id}>
        <div className="ag-stack">
          <NodeList nodes={node.children} />
        </div>
      </NodeBoundary>
    </Overlay>
  )
}
