/** A picture of a competition to pass on: cover, title, dates and a QR code of its address, drawn on a canvas of this browser; saved as a file or handed
 *  to the device's own sharing. */
import { useEffect, useRef, useState } from 'react'
import { platformDay, platformZone } from '../../runtime/core/values/platformZone.ts'
import { drawSharePicture, type ShareDate } from './drawSharePicture.ts'

interface SharePictureProps {
  title: string
  organiser: string | null
  summary: string | null
  cover: { address?: string } | null
  competitionId: string
  dates: { label: string; from: string | null; to: string | null }[]
  /** Device pixels for each pixel of the layout (spec 9). */
  pixelRatio: number
  background: string
  lang: string
  /** Words on the picture and on the buttons. */
  scan: string
  download: string
  send: string
  copy: string
  copied: string
  making: string
  failed: string
  alt: string
}

const BUTTON = 'ag-button ag-button--medium'

/** Button and dialog with the picture; it is drawn when the dialog opens. */
export default function SharePicture(props: SharePictureProps) {
  const { title, competitionId, lang } = props
  const address = `${location.origin}/details?competitionId=${competitionId}`
  const { picture, isFailed, retry } = usePicture(props, address)
  const [isCopied, setCopied] = useState(false)
  const file = picture && new File([picture.blob], `${title}.png`, { type: 'image/png' })
  const mayShare = file !== null && navigator.canShare?.({ files: [file] }) === true
  return (
    <div className="ag-share" lang={lang}>
      {picture ? (
        <img className="ag-share__picture" src={picture.address} alt={`${props.alt}: ${title}`} />
      ) : (
        <p className="ag-share__picture ag-share__picture--none" role="status">
          {isFailed ? props.failed : props.making}
        </p>
      )}
      <div className="ag-actions">
        {isFailed && (
          <button type="button" className={`${BUTTON} ag-button--primary`} onClick={retry}>
            ↻
          </button>
        )}
        {picture && (
          <a className={`${BUTTON} ag-button--primary`} href={picture.address} download={`${title}.png`}>
            {props.download}
          </a>
        )}
        {mayShare && (
          <button type="button" className={`${BUTTON} ag-button--default`} onClick={() => share(file, title, address)}>
            {props.send}
          </button>
        )}
        <button
          type="button"
          className={`${BUTTON} ag-button--default`}
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {isCopied ? props.copied : props.copy}
        </button>
      </div>
    </div>
  )
}

/** A person who closes the device's own dialog has cancelled: that is no error. */
function share(file: File, title: string, url: string): void {
  navigator.share({ files: [file], title, url }).catch(() => undefined)
}

interface Picture {
  blob: Blob
  address: string
}

function usePicture(props: SharePictureProps, address: string): { picture: Picture | null; isFailed: boolean; retry(): void } {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(props)
  latest.current = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when what is on it changes, and on a retry
  useEffect(() => {
    let made: string | null = null
    let isCurrent = true
    setFailed(false)
    drawSharePicture(contentOf(latest.current, address), latest.current).then(
      (blob) => {
        if (!isCurrent) return
        made = URL.createObjectURL(blob)
        setPicture({ blob, address: made })
      },
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [address, props.title, props.lang, props.cover?.address, attempt])
  return { picture, isFailed, retry: () => setAttempt((count) => count + 1) }
}

function contentOf({ title, organiser, summary, cover, dates, scan, lang }: SharePictureProps, address: string) {
  return { title, organiser, summary, cover: cover?.address ?? null, dates: dates.flatMap((date) => spanOf(date, lang)), scan, address }
}

function spanOf({ label, from, to }: SharePictureProps['dates'][number], lang: string): ShareDate[] {
  if (!from) return []
  // who gets the picture may be anywhere: the days are those of the platform
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: platformZone() })
  const [first, last] = [new Date(from), new Date(to ?? from)]
  const isSpan = platformDay(first) !== platformDay(last)
  return [{ label, text: isSpan ? format.formatRange(first, last) : format.format(first) }]
}
