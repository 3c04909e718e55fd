import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import type { NodeProps } from '../NodeList.tsx'
import { useText, useValue } from '../useScoped.ts'

/** In modules; the standard asks for four. */
const QUIET_ZONE = 4

/** A QR code with a caption. Paths of the platform become absolute addresses. */
export default function QrNode({ node }: NodeProps<'qr'>): ReactNode {
  const value = String(useValue(node.value) ?? '')
  const label = useText(node.label)
  const { size, path } = useMemo(() => modulesOf(value.startsWith('/') ? location.origin + value : value), [value])
  if (!value) return null
  return (
    <figure className="ag-qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect className="ag-qr__paper" width={size} height={size} />
        <path className="ag-qr__ink" d={path} />
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  )
}

function modulesOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
