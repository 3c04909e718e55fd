/** A QR code with what it is for. Addresses of the platform become absolute: who scans stands outside. */
import { QRCodeSVG } from 'qrcode.react'
import type { ReactNode } from 'react'
import type { NodeProps } from '../NodeList.tsx'
import { useText, useValue } from '../useScoped.ts'

/** In modules; the standard asks for four. */
const QUIET_ZONE = 4

export default function QrNode({ node }: NodeProps<'qr'>): ReactNode {
  const value = String(useValue(node.value) ?? '')
  const label = useText(node.label)
  if (!value) return null
  return (
    <figure className="ag-qr">
      {/* Dark on light in every skin: many cameras do not read the inverse. */}
      <QRCodeSVG value={value.startsWith('/') ? location.origin + value : value} title={label} marginSize={QUIET_ZONE} role="img" />
      <figcaption>{label}</figcaption>
    </figure>
  )
}
