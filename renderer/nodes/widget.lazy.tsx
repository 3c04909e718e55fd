import type { ComponentType, ReactNode } from 'react'
import { lazy } from 'react'
import { callAddress } from '../../runtime/client/http.ts'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { evaluateEntries } from '../../runtime/client/scope.ts'
import { isLocalText, resolveText } from '../../runtime/client/texts.ts'
import { pathOfName } from '../../runtime/core/namePath.ts'
import type { NodeProps } from '../NodeList.tsx'
import { isShelved, OnDemand, shelve } from '../OnDemand.tsx'
import { SourceFrame } from '../SourceFrame.tsx'
import { useScoped } from '../useScoped.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'

const MomentField = lazy(() => loadChunk(async () => ({ default: (await import('../widgets/pickers/MomentField.tsx')).MomentField })))
const PdfSheets = lazy(() => loadChunk(() => import('../widgets/PdfSheets.tsx')))
/** What widgets may use of the kernel's own. */
const FIELDS = { moment: MomentField }
const VIEWERS = { pdf: PdfSheets }

type Widget = ComponentType<Record<string, unknown>>
const loaders = import.meta.glob<{ default: Widget }>('../../plugins/**/*.widget.tsx')
shelve('widget', loaders, /plugins\/(.+)\.widget\.tsx$/)

export const drawnFirst = true

/** A widget of a plugin, found by file name: `plugins/<area>/<name>.widget.tsx` is `area.name`. It gets its properties, in `fields` the kernel's own fields and in `viewers` what it shows files with. */
export default function WidgetNode({ node }: NodeProps<'widget'>): ReactNode {
  return (
    <SourceFrame reads={node.props} skeleton={<Skeleton lines={4} />}>
      <Mounted node={node} />
    </SourceFrame>
  )
}

function Mounted({ node }: NodeProps<'widget'>): ReactNode {
  const props = useScoped((scope) => localised(evaluateEntries(node.props, scope)) as Record<string, unknown>)
  if (!isShelved('widget', node.widget))
    return (
      <p className="ag-developer">
        Unknown widget "{node.widget}": add plugins/{pathOfName(node.widget)}.widget.tsx
      </p>
    )
  return <OnDemand kind="widget" name={node.widget} properties={{ ...props, fields: FIELDS, viewers: VIEWERS }} />
}

/** Texts of two languages become the shown one's, and stored files get the `address` they are fetched from, at any depth: a widget need not know how
 *  either is stored. */
function localised(value: unknown): unknown {
  if (isLocalText(value)) return resolveText(value)
  if (Array.isArray(value)) return value.map(localised)
  if (typeof value !== 'object' || value === null) return value
  if (isFile(value)) return { ...value, address: callAddress('platform.file', { id: value.id }) }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, localised(inner)]))
}

function isFile(value: object): value is { id: string } {
  return 'id' in value && 'size' in value && 'type' in value
}
