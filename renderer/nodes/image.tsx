import type { CSSProperties, ReactNode } from 'react'
import { imageAddress } from '../FormattedValue.tsx'
import type { NodeProps } from '../NodeList.tsx'
import { useText, useValue } from '../useScoped.ts'
import { LazyImage } from '../widgets/light/LazyImage.tsx'

/** A picture whose space is reserved while it loads. */
export default function ImageNode({ node }: NodeProps<'image'>): ReactNode {
  const address = imageAddress(useValue(node.src))
  const alt = useText(node.alt)
  if (!address) return null
  const style = { '--ag-ratio': node.ratio ?? 'auto', ...(node.width && { '--ag-image-width': `${node.width}px` }) } as CSSProperties
  return <LazyImage className="ag-image" src={address} alt={alt} style={style} />
}
