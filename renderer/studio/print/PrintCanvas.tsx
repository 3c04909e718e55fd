import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { type Area, boundsOf, type Handle, resizable } from '../../../runtime/core/studio/print/arrange.ts'
import { layerName } from './designedPrint.ts'
import { PrintElementView } from './PrintElementView.tsx'
import { printKeys } from './printKeys.ts'
import { usePrint } from './usePrintDesign.ts'
import { usePrintPointer } from './usePrintPointer.ts'

const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']
const LINE_PX = 6

/** One side of the sheet, to be edited by pointer and keyboard. */
export function PrintCanvas(): ReactNode {
  const design = usePrint()
  const { content, page, chosen, scale, sheet, bleed, lang, values } = design
  const pointer = usePrintPointer(design)
  const help = useId()
  const box = useRef<HTMLDivElement>(null)
  useFit(box, sheet.width + 2 * bleed, design.setScale)
  const ground = content.pages[page]!.ground ?? '#ffffff'
  const last = chosen.at(-1)
  const sized = boundsOf(resizable(pointer.elements, chosen).map((at) => pointer.elements[at]!))
  const keys = printKeys(design)
  const area = ({ x, y, width, height }: Area): CSSProperties => ({
    left: (x + bleed) * scale,
    top: (y + bleed) * scale,
    width: width * scale,
    height: height * scale,
  })
  return (
    <div className="ag-print-scroll" ref={box}>
      <p id={help} className="ag-hidden">
        {translate('studioPrint.keysHelp')}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a canvas is no set of fields */}
      <div
        role="group"
        aria-label={translate('studioPrint.canvas')}
        aria-describedby={help}
        className="ag-print-sheet"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the canvas act on what is chosen in it
        tabIndex={0}
        style={{ width: (sheet.width + 2 * bleed) * scale, height: (sheet.height + 2 * bleed) * scale, background: ground }}
        onKeyDown={(event) => (event.key === 'Escape' && pointer.cancel() ? undefined : keys(event))}
        {...pointer.on}
      >
        {pointer.elements.map((element, at) =>
          element.hidden || (element.lang !== undefined && element.lang !== lang) ? null : (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a layer is its place
              key={at}
              className="ag-print-element"
              data-layer={element.locked ? undefined : at}
              style={{ ...area(element), ...(element.height * scale < LINE_PX && { minHeight: LINE_PX }) }}
            >
              <PrintElementView element={element} look={design} />
            </div>
          ),
        )}
        <div className="ag-print-cut" style={area(sheet)} />
        {chosen.map((at) => {
          const element = pointer.elements[at]
          return element && <div key={`chosen ${at}`} className="ag-print-chosen" style={area(element)} />
        })}
        {sized && (
          <div className={chosen.length > 1 ? 'ag-print-handles ag-print-handles--several' : 'ag-print-handles'} style={area(sized)}>
            {HANDLES.map((handle) => (
              <span key={handle} className="ag-print-handle" data-handle={handle} />
            ))}
          </div>
        )}
        {pointer.guides.vertical.map((x) => (
          <div key={`x${x}`} className="ag-print-guide ag-print-guide--down" style={{ left: (x + bleed) * scale }} />
        ))}
        {pointer.guides.horizontal.map((y) => (
          <div key={`y${y}`} className="ag-print-guide" style={{ top: (y + bleed) * scale }} />
        ))}
        {pointer.frame && <div className="ag-print-frame" style={area(pointer.frame)} />}
      </div>
      <p role="status" className="ag-hidden">
        {last === undefined
          ? ''
          : translate('studioPrint.chosen', {
              name: layerName(design.elements[last]!, lang, values),
              x: design.elements[last]!.x,
              y: design.elements[last]!.y,
            })}
      </p>
    </div>
  )
}

const SMALLEST = 0.8
const LARGEST_FIRST = 4
const ROOM_PX = 24

/** The whole width of the sheet is seen at first. */
function useFit(box: React.RefObject<HTMLDivElement | null>, width: number, setScale: (scale: number) => void): void {
  const fitted = useRef(0)
  useEffect(() => {
    const room = box.current?.clientWidth ?? 0
    if (room === 0 || fitted.current === width) return
    fitted.current = width
    setScale(Math.min(LARGEST_FIRST, Math.max(SMALLEST, (room - ROOM_PX) / width)))
  })
}
