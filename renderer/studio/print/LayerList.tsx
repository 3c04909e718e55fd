import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { layerName } from './designedPrint.ts'
import { usePrint } from './usePrintDesign.ts'

/** Layers of the side that is shown, the uppermost first: chosen, locked and hidden here. */
export function LayerList(): ReactNode {
  const design = usePrint()
  const { elements, chosen, lang, values, select, setKey } = design
  if (elements.length === 0) return <p className="ag-studio-hint">{translate('studioPrint.noLayers')}</p>
  return (
    <ol className="ag-print-layers">
      {elements
        .map((element, at) => {
          const name = layerName(element, lang, values)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
            <li key={at}>
              <button
                type="button"
                className="ag-print-layers__name"
                aria-pressed={chosen.includes(at)}
                onClick={(event) => select(event.shiftKey || event.ctrlKey || event.metaKey ? toggled(chosen, at) : [at])}
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
        })
        .reverse()}
    </ol>
  )
}

function toggled(chosen: readonly number[], at: number): readonly number[] {
  return chosen.includes(at) ? chosen.filter((each) => each !== at) : [...chosen, at]
}
