import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type EditorMessage, type PreviewMessage, previewFrameName } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { OpenedDocument } from '../documents/openedDocument.ts'
import { PreviewAs, usePreviewReader } from '../PreviewAs.tsx'
import { type Device, Scaled, WIDTHS } from '../PreviewPane.tsx'
import { Address, addressesOf } from './Address.tsx'
import { type Tell, useFrames } from './useFrames.ts'

const SHOWN = ['both', 'desk', 'phone'] as const

interface EditorFramesProps {
  opened: OpenedDocument
  /** Enum of roles. */
  roles: string
  chosen: string | null
  hear(message: EditorMessage, tell: Tell): void
}

/** The page with the person's drafts on a computer and on a phone. Both show what is chosen, and both can be worked on. */
export function EditorFrames({ opened, roles, chosen, hear }: EditorFramesProps): ReactNode {
  const [reader, setReader] = usePreviewReader()
  const [shown, setShown] = useState<(typeof SHOWN)[number]>(isNarrow() ? 'phone' : 'both')
  const [isOn, setOn] = useState(true)
  const routes = addressesOf(opened)
  const [to, setTo] = useState(routes[0] ?? '/')
  const box = useRef<HTMLDivElement>(null)
  const name = useMemo(() => previewFrameName({ drafts: true, inPlace: true, role: reader.role || null, lang: reader.lang }), [reader])
  const inPlace: PreviewMessage = { agon: 'inPlace', of: `${opened.kind}:${opened.id}`, chosen, isOn }
  useFrames(box, { messages: [inPlace], hear, saved: opened.hash })
  const devices: Device[] = shown === 'both' ? ['desk', 'phone'] : [shown]
  return (
    <div className="ag-in-place__pages">
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
      <div ref={box} className={`ag-in-place__frames ag-in-place__frames--${shown}`}>
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
