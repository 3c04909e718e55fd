import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type PreviewMessage, previewFrameName, type SightMessage } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { OpenedDocument } from '../documents/openedDocument.ts'
import { PreviewAs, usePreviewReader } from '../PreviewAs.tsx'
import { type Device, Scaled, WIDTHS } from '../PreviewPane.tsx'

const SHOWN = ['both', 'desk', 'phone'] as const
export type Tell = (message: PreviewMessage) => void

interface SightFramesProps {
  opened: OpenedDocument
  /** Enum of roles. */
  roles: string
  chosen: string | null
  hear(message: SightMessage, tell: Tell): void
}

/** The page with the person's drafts on a computer and on a phone. Both show what is chosen, and both can be worked on. */
export function SightFrames({ opened, roles, chosen, hear }: SightFramesProps): ReactNode {
  const [reader, setReader] = usePreviewReader()
  const [shown, setShown] = useState<(typeof SHOWN)[number]>(isNarrow() ? 'phone' : 'both')
  const [isOn, setOn] = useState(true)
  const routes = opened.routes.length > 0 ? opened.routes : routesOf(opened)
  const [to, setTo] = useState(routes[0] ?? '/')
  const box = useRef<HTMLDivElement>(null)
  const name = useMemo(() => previewFrameName({ drafts: true, sight: true, role: reader.role || null, lang: reader.lang }), [reader])
  const sight: PreviewMessage = { agon: 'sight', of: `${opened.kind}:${opened.id}`, chosen, isOn }
  useFrames(box, { sight, hear, saved: opened.hash })
  const devices: Device[] = shown === 'both' ? ['desk', 'phone'] : [shown]
  return (
    <div className="ag-sight__pages">
      <div className="ag-preview__bar">
        <Address routes={routes} to={to} onGo={setTo} />
        <PreviewAs roles={roles} reader={reader} onChange={setReader} />
        <fieldset className="ag-preview__devices">
          <legend className="ag-hidden">{translate('studioSight.devices')}</legend>
          {SHOWN.map((each) => (
            <Button key={each} size="small" aria-pressed={shown === each} onClick={() => setShown(each)}>
              {translate(each === 'both' ? 'studioSight.both' : `studioPreview.${each}`)}
            </Button>
          ))}
        </fieldset>
        <fieldset className="ag-preview__devices">
          <legend className="ag-hidden">{translate('studioSight.mode')}</legend>
          {[true, false].map((each) => (
            <Button key={String(each)} size="small" icon={each ? 'edit' : 'eye'} aria-pressed={isOn === each} onClick={() => setOn(each)}>
              {translate(each ? 'studioSight.choose' : 'studioSight.act')}
            </Button>
          ))}
        </fieldset>
      </div>
      <div ref={box} className={`ag-sight__frames ag-sight__frames--${shown}`}>
        {devices.map((device) => (
          <Scaled key={device} width={WIDTHS[device]}>
            <iframe
              key={`${name} ${to}`}
              name={name}
              src={to}
              title={`${translate('studioPreview.title')} · ${translate(`studioPreview.${device}`)}`}
              className="ag-preview__frame"
            />
          </Scaled>
        ))}
      </div>
    </div>
  )
}

/** Two pages beside each other have no room. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 1023px)').matches
}

interface FramesState {
  sight: PreviewMessage
  hear(message: SightMessage, tell: Tell): void
  /** Of the stored draft: another one is shown as soon as it is there. */
  saved: string | null
}

/** Tells the frames what is chosen, and hears what is done in them. */
function useFrames(box: { current: HTMLDivElement | null }, { sight, hear, saved }: FramesState): void {
  const latest = useRef({ sight, hear })
  latest.current = { sight, hear }
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent): void => {
      const from = windowsIn(box.current).find((each) => each !== null && each === source)
      if (!from || origin !== location.origin || typeof data?.agon !== 'string') return
      const tell: Tell = (message) => from.postMessage(message, location.origin)
      if (data.agon === 'ready') tell(latest.current.sight)
      else if (data.agon !== 'reasons') latest.current.hear(data as SightMessage, tell)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [box])
  const text = JSON.stringify(sight)
  useEffect(() => {
    for (const each of windowsIn(box.current)) each?.postMessage(JSON.parse(text), location.origin)
  }, [text, box])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft is stored
  useEffect(() => {
    for (const each of windowsIn(box.current)) each?.postMessage({ agon: 'again' }, location.origin)
  }, [saved, box])
}

function windowsIn(box: HTMLDivElement | null): (Window | null)[] {
  return [...(box?.querySelectorAll('iframe') ?? [])].map(({ contentWindow }) => contentWindow)
}

/** One of the page's addresses; where it has a place for an id, the person puts a real one. */
function Address({ routes, to, onGo }: { routes: readonly string[]; to: string; onGo(to: string): void }): ReactNode {
  const [typed, setTyped] = useState(to)
  const [id, list] = [useId(), useId()]
  const missing = /:(\w+)/.exec(typed)?.[1]
  return (
    <form
      className="ag-sight__address"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.startsWith('/') && !typed.startsWith('//')) onGo(typed)
      }}
    >
      <label htmlFor={id}>{translate('studioSight.address')}</label>
      <input id={id} className="ag-input" list={list} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <datalist id={list}>
        {routes.map((route) => (
          <option key={route} value={route} />
        ))}
      </datalist>
      <Button size="small" type="submit">
        {translate('studioSight.go')}
      </Button>
      {missing && <span className="ag-studio-hint">{translate('studioSight.placeholder', { name: missing })}</span>}
    </form>
  )
}

function routesOf({ content }: OpenedDocument): string[] {
  return Array.isArray(content.routes) ? content.routes.map(String) : []
}
