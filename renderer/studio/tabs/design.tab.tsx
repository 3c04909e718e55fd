import { type ClipboardEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../../../runtime/client/loadChunk.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { PHONE, useMedia } from '../../useMedia.ts'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { Canvas } from '../design/Canvas.tsx'
import { Dragging } from '../design/Dragging.tsx'
import { FindField } from '../design/FindField.tsx'
import { InsertField } from '../design/InsertField.tsx'
import { KeysHelp } from '../design/KeysHelp.tsx'
import { Outline } from '../design/Outline.tsx'
import { Palette } from '../design/Palette.tsx'
import { PropertyPanel } from '../design/PropertyPanel.tsx'
import type { Typing } from '../design/TypeInPlace.tsx'
import { isTyping, useDesignKeys } from '../design/useDesignKeys.ts'

const PasteQuestions = lazy(() =>
  loadChunk(() => import('../import/PasteQuestions.tsx')).then(({ PasteQuestions: Dialog }) => ({ default: Dialog })),
)

const SIDES = ['palette', 'outline'] as const

/** Palette, canvas with outline, and settings of the selection. On a phone only the outline, read-only. */
export default function DesignTab(): ReactNode {
  const isPhone = useMedia(PHONE)
  const [side, setSide] = useState<string>('palette')
  const [shown, setShown] = useState<'find' | 'keys' | 'insert' | null>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  const keys = useDesignKeys(setShown, setTyping)
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (isTyping(event.target) || !/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    setPasted(text)
  }
  if (isPhone) return <Outline readOnly />
  return (
    <Dragging>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the parts inside arrive here */}
      <div className="ag-studio-design" onKeyDown={keys} onPaste={paste}>
        <div className="ag-studio-side">
          <Tabs
            items={SIDES.map((id) => ({ id, title: translate(`studio.side.${id}`) }))}
            current={side}
            onChange={setSide}
            label={translate('studio.side.label')}
          >
            {side === 'palette' ? <Palette /> : <Outline />}
          </Tabs>
        </div>
        <Canvas
          typing={typing}
          onType={setTyping}
          onInsert={() => setShown('insert')}
          onPaste={() => setPasted('')}
          onFind={() => setShown('find')}
          onKeys={() => setShown('keys')}
        />
        <PropertyPanel />
        {shown === 'find' && <FindField onClose={() => setShown(null)} />}
        {shown === 'insert' && <InsertField onType={setTyping} onClose={() => setShown(null)} />}
        {pasted !== null && (
          <Suspense fallback={null}>
            <PasteQuestions text={pasted} onClose={() => setPasted(null)} />
          </Suspense>
        )}
        {shown === 'keys' && <KeysHelp onClose={() => setShown(null)} />}
      </div>
    </Dragging>
  )
}
