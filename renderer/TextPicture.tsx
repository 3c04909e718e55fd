import type { ReactNode } from 'react'
import { useState } from 'react'
import { storedFile } from '../runtime/core/storedFile.ts'
import { useFileAddress } from './useFileAddress.ts'

/** A picture in a formatted text. A stored one that not everyone may see is fetched with the person's token. */
export function TextPicture({ src, alt }: { src: string; alt: string }): ReactNode {
  const [isRefused, setRefused] = useState(false)
  const address = useFileAddress(isRefused ? storedFile(src) : null)
  return <img src={address ?? src} alt={alt} loading="lazy" onError={() => setRefused(true)} />
}
