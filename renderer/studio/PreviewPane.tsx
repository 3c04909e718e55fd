import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { type PreviewFrame, type PreviewMessage, type PreviewReason, previewFrameName } from '../../runtime/client/previewFrame.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { Text } from '../../runtime/core/documents.ts'
import { Button } from '../widgets/light/Button.tsx'
import './studioHeader.css'

export const WIDTHS = { phone: 375, desk: 1280 } as const
export type Device = keyof typeof WIDTHS

export interface PreviewHandle {
  tell(message: PreviewMessage): void
}

interface PreviewPaneProps {
  pages: readonly { title: Text; to: string }[]
  /** Who sees it, in which language, with drafts or without. */
  frame: PreviewFrame
  /** Sent to the frame each time it starts to listen. */
  first: PreviewMessage | null
  handle?: Ref<PreviewHandle>
  /** Receives the conditions of the page each time they change. */
  onReasons?(reasons: readonly PreviewReason[]): void
  children?: ReactNode
}

/** Preview of real pages in a frame of the same origin, as wide as a phone or a computer, with the current draft. */
export function PreviewPane({ pages, frame, first, handle, onReasons, children }: PreviewPaneProps): ReactNode {
  const [device, setDevice] = useState<Device>('desk')
  const [to, setTo] = useState(pages[0]?.to ?? '/')
  const view = useRef<HTMLIFrameElement>(null)
  const latest = useRef(first)
  latest.current = first
  const hear = useRef(onReasons)
  hear.current = onReasons
  const label = useId()
  const name = previewFrameName(frame)
  const tell = (message: PreviewMessage) => view.current?.contentWindow?.postMessage(message, location.origin)
  useImperativeHandle(handle, () => ({ tell }))
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      const isOurs = source === view.current?.contentWindow && origin === location.origin
      if (isOurs && data?.agon === 'ready' && latest.current) (source as Window).postMessage(latest.current, location.origin)
      if (isOurs && data?.agon === 'reasons') hear.current?.(data.list)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  return (
    <div className="ag-designer-preview">
      <div className="ag-preview__bar">
        <label htmlFor={label}>{translate('studioPreview.page')}</label>
        <select id={label} className="ag-input" value={to} onChange={(event) => setTo(event.target.value)}>
          {pages.map((page) => (
            <option key={page.to} value={page.to}>
              {resolveText(page.title)}
            </option>
          ))}
        </select>
        <fieldset className="ag-preview__devices">
          <legend className="ag-hidden">{translate('studioPreview.device')}</legend>
          {(Object.keys(WIDTHS) as Device[]).map((each) => (
            <Button key={each} size="small" aria-pressed={device === each} onClick={() => setDevice(each)}>
              {translate(`studioPreview.${each}`)}
            </Button>
          ))}
        </fieldset>
        {children}
      </div>
      <Scaled width={WIDTHS[device]}>
        <iframe
          key={`${name} ${to}`}
          ref={view}
          name={name}
          src={to}
          title={translate('studioPreview.title')}
          className="ag-preview__frame"
        />
      </Scaled>
    </div>
  )
}

/** A frame as wide as the device, made smaller until it fits. */
export function Scaled({ width, children }: { width: number; children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current!
    const shrink = () => {
      const scale = Math.min(1, element.clientWidth / width)
      element.style.setProperty('--ag-designer-preview-width', `${width}px`)
      element.style.setProperty('--ag-designer-preview-scale', String(scale))
    }
    const observer = new ResizeObserver(shrink)
    observer.observe(element)
    shrink()
    return () => observer.disconnect()
  }, [width])
  return (
    <div className="ag-preview__box" ref={box}>
      {children}
    </div>
  )
}
