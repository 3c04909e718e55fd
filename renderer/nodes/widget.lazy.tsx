/** A widget of a plugin, found by file name: `plugins/<area>/<name>.widget.tsx` is `area.name`. */
import type { ComponentType, ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { evaluateEntries } from '../../runtime/client/scope.ts'
import type { NodeProps } from '../NodeList.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

type Widget = ComponentType<Record<string, unknown>>
const loaders = import.meta.glob<{ default: Widget }>('../../plugins/*/*.widget.tsx')
const widgets = Object.fromEntries(
  Object.entries(loaders).map(([file, load]) => [
    file.replace(/^.*plugins\/([^/]+)\/([^/]+)\.widget\.tsx$/, '$1.$2'),
    lazy(() => loadChunk(load)),
  ]),
)

export default function WidgetNode({ node }: NodeProps<'widget'>): ReactNode {
  return (
    <SourceFrame reads={node.props} skeleton={<Skeleton lines={4} />}>
      <Mounted node={node} />
    </SourceFrame>
  )
}

function Mounted({ node }: NodeProps<'widget'>): ReactNode {
  const props = useScoped((scope) => evaluateEntries(node.props, scope))
  const Component = widgets[node.widget]
  if (!Component)
    return (
      <p className="ag-developer">
        Unknown widget "{node.widget}": add plugins/{node.widget.replace('.', '/')}.widget.tsx
      </p>
    )
  return (
    <Suspense fallback={<Skeleton lines={4} />}>
      <Component {...props} />
    </Suspense>
  )
}
