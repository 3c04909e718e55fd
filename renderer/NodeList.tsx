/** Draws the nodes of a document. Each node is in its own boundary: what goes wrong in one leaves the others alone. */
import type { ComponentType, ReactNode } from 'react'
import { useContext, useMemo } from 'react'
import { failureBehind } from '../runtime/client/scope.ts'
import { mayUse } from '../runtime/client/session.ts'
import type { Node } from '../runtime/core/documents.ts'
import { GuideContext } from './GuideContext.ts'
import { MarkContext } from './MarkContext.ts'
import { NodeBoundary } from './NodeBoundary.tsx'
import { isShelved, OnDemand, shelve } from './OnDemand.tsx'
import { FailedSource } from './SourceFrame.tsx'
import { InitialLoadContext } from './useInitialLoad.ts'
import { useHolds, useScoped } from './useScoped.ts'
import { useWaiting } from './useWaiting.ts'

/** What a node component receives: its own part of the document. */
export interface NodeProps<N extends Node['node'] = Node['node']> {
  node: Extract<Node, { node: N }>
}
// biome-ignore lint/suspicious/noExplicitAny: each component narrows `node` to its own type; the registry holds them all
type NodeComponent = ComponentType<{ node: any }>

const eager = import.meta.glob<NodeComponent>(['./nodes/*.tsx', '!./nodes/*.lazy.tsx'], { eager: true, import: 'default' })
const loaders = import.meta.glob<{ default: NodeComponent }>('./nodes/*.lazy.tsx')
shelve('node', loaders, /^\.\/nodes\/(.+)\.lazy\.tsx$/)

/** Nodes in order; keys follow the node's id, so that a changed document keeps the state of what stayed. */
export function NodeList({ nodes }: { nodes: readonly Node[] | undefined }): ReactNode {
  return nodes?.map((node, index) => <NodeView key={node.id ?? `${node.node}-${index}`} node={node} />)
}

/** One node: permission, condition, boundary, then its component. A failure stands where it would have been shown for want of an answer. */
export function NodeView({ node }: { node: Node }): ReactNode {
  const failed = useScoped((scope) => failureBehind(node.visibleWhen, scope))
  const visible = useHolds(node.visibleWhen)
  const guided = useContext(GuideContext)
  const Mark = useContext(MarkContext)
  const isInitialLoad = useContext(InitialLoadContext)
  if (!mayUse(node.permission)) return node.fallback ? <NodeList nodes={node.fallback} /> : null
  const drawn = visible && (
    <NodeBoundary name={node.id ?? node.node}>
      <Drawn node={node} />
    </NodeBoundary>
  )
  const shown = drawn && Mark ? <Mark node={node}>{drawn}</Mark> : drawn
  // Markers before the node: an element around it would break the layout of its parent.
  return (
    <>
      {isInitialLoad && <Expected node={node} />}
      {visible && node.id && guided.has(node.id) && <span hidden data-guide-node={node.id} />}
      {shown}
      {failed && <FailedSource name={failed} />}
    </>
  )
}

/** The place of a node whose answers are still to come, while it is the first page of a visit that grows. */
function Expected({ node }: { node: Node }): ReactNode {
  const own = useMemo(() => withoutNodes(node), [node])
  return useWaiting(own) && <span aria-busy="true" hidden />
}

/** What a node says itself, without the nodes in it. */
function withoutNodes(value: object): unknown {
  const own = Object.entries(value).filter(([, part]) => !holdsNodes(part))
  return Object.fromEntries(own)
}

function holdsNodes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'node' in value || Object.values(value).some(holdsNodes)
}

function Drawn({ node }: { node: Node }): ReactNode {
  const Eager = eager[`./nodes/${node.node}.tsx`]
  if (Eager) return <Eager node={node} />
  if (!isShelved('node', node.node)) return <p className="ag-developer">Unknown node "{node.node}"</p>
  return <OnDemand kind="node" name={node.node} properties={{ node }} />
}
