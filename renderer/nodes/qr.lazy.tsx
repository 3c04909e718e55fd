import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { translate } from '../../runtime/client/texts.ts'
import type { NodeProps } from '../NodeList.tsx'
import { saveFile } from '../studio/saveFile.ts'
import { useText, useValue } from '../useScoped.ts'
import { Button } from '../widgets/light/Button.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'

/** In modules; the standard asks for four. */
const QUIET_ZONE = 4
/** Side of a saved picture, at least: enough for a poster. */
const PICTURE_PIXELS = 1200

interface Modules {
  size: number
  /** Of the dark ones, in units of a module. */
  path: string
}

/** A QR code with a caption. Paths of the platform become absolute addresses. */
export default function QrNode({ node }: NodeProps<'qr'>): ReactNode {
  const value = String(useValue(node.value) ?? '')
  const label = useText(node.label)
  const name = useText(node.download)
  const modules = useMemo(() => modulesOf(value.startsWith('/') ? location.origin + value : value), [value])
  const { size, path } = modules
  if (!value) return null
  return (
    <figure className={joinClasses('ag-qr', node.size === 'large' && 'ag-qr--large')}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect className="ag-qr__paper" width={size} height={size} />
        <path className="ag-qr__ink" d={path} />
      </svg>
      <figcaption>{label}</figcaption>
      {name && (
        <div className="ag-qr__save">
          <Button size="small" onClick={() => void savePng(name, modules)}>
            {translate('kernel.qr.png')}
          </Button>
          <Button size="small" onClick={() => saveFile(`${name}.svg`, svgOf(modules), 'image/svg+xml')}>
            {translate('kernel.qr.svg')}
          </Button>
        </div>
      )}
    </figure>
  )
}

function modulesOf(text: string): Modules {
  const { size, data } = encode(text, { border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

function svgOf({ size, path }: Modules): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

async function savePng(name: string, { size, path }: Modules): Promise<void> {
  const scale = Math.ceil(PICTURE_PIXELS / size)
  const canvas = Object.assign(document.createElement('canvas'), { width: size * scale, height: size * scale })
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (picture) saveFile(`${name}.png`, picture, 'image/png')
}
