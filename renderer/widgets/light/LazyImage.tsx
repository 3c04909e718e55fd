import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { booted } from '../../../runtime/client/boot.ts'
import { isFirstScreen } from '../../../runtime/client/firstScreen.ts'
import { callAddress } from '../../../runtime/client/http.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { useFileAddress } from '../../useFileAddress.ts'
import { joinClasses } from './joinClasses.ts'

export interface LazyImageProps {
  src: string
  alt: string
  className: string
  style?: CSSProperties
  /** Shown instead when the picture does not come. */
  fallback?: ReactNode
}

/** A picture loaded shortly before it scrolls into view; its space is reserved. The app document sets the distance and the number of retries. A
 * stored file that is not public is loaded with the person's token. */
export function LazyImage({ src, alt, className, style, fallback }: LazyImageProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null)
  const isNear = useNear(place)
  const { address, failed } = useAttempts(src)
  // of the first screen the browser has asked by itself, and may have it already
  const [isOfFirst] = useState(isFirstScreen)
  const [loaded, setLoaded] = useState<string | null>(isOfFirst ? src : null)
  const picture = useRef<HTMLImageElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what went wrong before anyone listened
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) failed()
  }, [])
  if (address === null && fallback !== undefined) return fallback
  if (!isNear || address === null)
    return (
      <span
        ref={place}
        className={joinClasses(className, 'ag-lazy')}
        style={style}
        role="img"
        aria-label={alt || undefined}
        aria-hidden={!alt}
        data-words={translate('kernel.image.placeholder')}
      />
    )
  return (
    <img
      ref={picture}
      loading={isOfFirst ? 'lazy' : undefined}
      className={joinClasses(className, loaded !== address && 'ag-lazy--loading')}
      style={style}
      src={address}
      alt={alt}
      onLoad={() => setLoaded(address)}
      onError={failed}
    />
  )
}

/** True from the first time that the place is as near as the app document says. */
function useNear(place: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(isFirstScreen)
  useEffect(() => {
    if (isNear || !place.current) return
    const ahead = (booted.boot?.app.images?.preloadScreens ?? 0) * 100
    const watcher = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: `${ahead}% 0px`,
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isNear, place])
  return isNear
}

/** The address to try now; null when all attempts are used up. */
function useAttempts(src: string): { address: string | null; failed(): void } {
  const [state, setState] = useState({ src, failures: 0 })
  const failures = state.src === src ? state.failures : 0
  const attempts = booted.boot?.app.images?.attempts ?? 1
  const isUsedUp = failures >= attempts
  const own = useFileAddress(isUsedUp && booted.boot?.session.user ? fileOf(src) : null)
  const failed = () => setState({ src, failures: failures + 1 })
  if (!isUsedUp) return { address: src, failed }
  return { address: failures === attempts ? own : null, failed }
}

function fileOf(src: string): string | null {
  const start = callAddress('platform.file', { id: '' })
  return src.startsWith(start) ? src.slice(start.length) : null
}
