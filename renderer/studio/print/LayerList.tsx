import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { PrintElement } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { layerName } from './designedPrint.ts'
import { layerKey } from './printKeys.ts'
import { type LayerDrag, useLayerDrag } from './useLayerDrag.ts'
import { usePrint } from './usePrintDesign.ts'

const BY_KEY: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/** Layers of the side that is shown, the uppermost first: chosen, locked, hidden and put into another order here, by dragging or with Alt and the arrow keys. */
export function LayerList(): ReactNode {
  const design = usePrint()
  const { elements, lang, values, place } = design
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ at: number; to: number } | null>(null)
  const drag = useLayerDrag(list, (at, before) => void place(at, before))
  // a layer is its place: the focus goes with the one that was moved
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-at="${moved.to}"] .ag-print-layers__name`)?.focus()
  }, [moved])
  if (elements.length === 0) return <p className="ag-studio-hint">{translate('studioPrint.noLayers')}</p>

  function onKeyDown(event: KeyboardEvent, at: number): void {
    const by = event.altKey ? BY_KEY[event.key] : undefined
    if (by !== undefined) {
      const before = by > 0 ? at + 2 : at - 1
      if (before >= 0 && before <= elements.length) setMoved({ at, to: place(at, before) })
    }
    if (by !== undefined || layerKey(design, event)) event.preventDefault()
  }

  return (
    <>
      <p className="ag-studio-hint">{translate('studioPrint.layersHelp')}</p>
      <ol className="ag-print-layers" ref={list}>
        {elements
          .map((element, at) => (
            <Layer
              // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
              key={at}
              {...{ element, at, drag }}
              name={layerName(element, lang, values)}
              onKeyDown={(event) => onKeyDown(event, at)}
            />
          ))
          .reverse()}
      </ol>
      <p role="status" className="ag-hidden">
        {moved && elements[moved.to]
          ? translate('studioPrint.layerMoved', {
              name: layerName(elements[moved.to]!, lang, values),
              number: elements.length - moved.to,
              count: elements.length,
            })
          : ''}
      </p>
    </>
  )
}

interface LayerProps {
  element: PrintElement
  at: number
  name: string
  drag: LayerDrag
  onKeyDown(event: KeyboardEvent): void
}

function Layer({ element, at, name, drag, onKeyDown }: LayerProps): ReactNode {
  const { chosen, select, setKey } = usePrint()
  return (
    <li data-at={at} {...drag.marks(at)}>
      <button
        type="button"
        className="ag-print-layers__name"
        aria-pressed={chosen.includes(at)}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={(event) => drag.isClick() && select(event.shiftKey || event.ctrlKey || event.metaKey ? toggled(chosen, at) : [at])}
        onKeyDown={onKeyDown}
        {...drag.on(at)}
      >
        {name}
      </button>
      <Button
        size="small"
        tone="link"
        aria-pressed={element.locked === true}
        aria-label={translate('studioPrint.lockOf', { name })}
        onClick={() => setKey(at, 'locked', element.locked ? undefined : true)}
      >
        {translate(element.locked ? 'studioPrint.locked' : 'studioPrint.lock')}
      </Button>
      <Button
        size="small"
        tone="link"
        aria-pressed={element.hidden === true}
        aria-label={translate('studioPrint.hideOf', { name })}
        onClick={() => setKey(at, 'hidden', element.hidden ? undefined : true)}
      >
        {translate(element.hidden ? 'studioPrint.hidden' : 'studioPrint.hide')}
      </Button>
    </li>
  )
}

function toggled(chosen: readonly number[], at: number): readonly number[] {
  return chosen.includes(at) ? chosen.filter((each) => each !== at) : [...chosen, at]
}
