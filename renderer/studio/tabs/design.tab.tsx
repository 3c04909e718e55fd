import type { ReactNode } from 'react'
import { useState } from 'react'
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
import { useDesignKeys } from '../design/useDesignKeys.ts'

const SIDES = ['palette', 'outline'] as const

/** Palette, canvas with outline, and settings of the selection. On a phone only the outline, read-only. */
export default function DesignTab(): ReactNode {
  const isPhone = useMedia(PHONE)
  const [side, setSide] = useState<string>('palette')
  const [shown, setShown] = useState<'find' | 'keys' | 'insert' | null>(null)
  const [typing, setTyping] = useState<Typing | null>(null)
  const keys = useDesignKeys(setShown, setTyping)
  if (isPhone) return <Outline readOnly />
  return (
    <Dragging>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the parts inside arrive here */}
      <div className="ag-studio-design" onKeyDown={keys}>
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
          onFind={() => setShown('find')}
          onKeys={() => setShown('keys')}
        />
        <PropertyPanel />
        {shown === 'find' && <FindField onClose={() => setShown(null)} />}
        {shown === 'insert' && <InsertField onType={setTyping} onClose={() => setShown(null)} />}
        {shown === 'keys' && <KeysHelp onClose={() => setShown(null)} />}
      </div>
    </Dragging>
  )
}
