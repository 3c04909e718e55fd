import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type NodeChangeName, type PreviewFrame, type PreviewMessage, previewFrameName } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { type PageChange, pageChanges } from '../../../runtime/core/studio/inPlaceEditor/pageChanges.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { Content, OpenedDocument } from '../documents/openedDocument.ts'
import { PreviewAs, usePreviewReader } from '../PreviewAs.tsx'
import { type Device, Scaled, WIDTHS } from '../PreviewPane.tsx'
import { Address, addressesOf } from './Address.tsx'
import { ChangeList } from './ChangeList.tsx'
import { useFrames } from './useFrames.ts'
import './inPlaceEditor.css'

interface ComparePagesProps {
  opened: OpenedDocument
  /** Enum of roles. */
  roles: string
  /** `shipped`, `published`, or the number of a revision. */
  against: string
  before: Content
  after: Content
}

/** Two versions of a page: what changed in words, and both as they look, with the changed parts outlined. */
export function ComparePages({ opened, roles, against, before, after }: ComparePagesProps): ReactNode {
  const [reader, setReader] = usePreviewReader()
  const [device, setDevice] = useState<Device>('desk')
  const [shown, setShown] = useState<PageChange | null>(null)
  const routes = addressesOf(opened)
  const [to, setTo] = useState(routes[0] ?? '/')
  const box = useRef<HTMLDivElement>(null)
  const changes = useMemo(() => pageChanges(before, after), [before, after])
  const of = `${opened.kind}:${opened.id}`
  const sides = ['before', 'after'] as const
  useFrames(box, { messages: sides.map((side) => changedMessage(of, changes, shown, side)), saved: opened.hash })
  const frame: PreviewFrame = { drafts: true, inPlace: true, role: reader.role || null, lang: reader.lang }
  const names = { before: previewFrameName({ ...frame, before: `${of}@${against}` }), after: previewFrameName(frame) }
  return (
    <>
      <ChangeList changes={changes} shown={shown} onShow={setShown} />
      {changes.length > 0 && routes.length > 0 && (
        <>
          <div className="ag-preview__bar">
            <Address routes={routes} to={to} onGo={setTo} />
            <PreviewAs roles={roles} reader={reader} onChange={setReader} />
            <fieldset className="ag-preview__devices">
              <legend className="ag-hidden">{translate('studioPreview.device')}</legend>
              {(['phone', 'desk'] as const).map((each) => (
                <Button key={each} size="small" aria-pressed={device === each} onClick={() => setDevice(each)}>
                  {translate(`studioPreview.${each}`)}
                </Button>
              ))}
            </fieldset>
          </div>
          <div ref={box} className={`ag-in-place__frames ag-in-place__frames--compare ag-in-place__frames--of-${device}`}>
            {sides.map((side) => (
              <figure key={side} className="ag-in-place__side-by-side">
                <figcaption>{translate(`studioDocument.${side}`)}</figcaption>
                <Scaled width={WIDTHS[device]}>
                  <iframe
                    key={`${names[side]} ${to}`}
                    name={names[side]}
                    src={to}
                    title={`${translate('studioPreview.title')} · ${translate(`studioDocument.${side}`)}`}
                    className="ag-preview__frame"
                  />
                </Scaled>
              </figure>
            ))}
          </div>
        </>
      )}
    </>
  )
}

/** What the frame of one side outlines. Pointers are those of its version. */
function changedMessage(of: string, changes: readonly PageChange[], shown: PageChange | null, side: 'before' | 'after'): PreviewMessage {
  const nodes = changes.flatMap((change) => {
    const node = change[side]
    return node ? [{ node, what: change.what as NodeChangeName }] : []
  })
  return { agon: 'changed', of, nodes, shown: shown?.[side] || null }
}
