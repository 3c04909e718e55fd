import { type PointerEvent, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { isStrokes, type Point, STROKE_AREA, strokesText } from '../../../runtime/core/form/strokes.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { useAnswer } from './useAnswer.ts'
import './strokes.css'

/** Units; nearer points say nothing new. */
const STEP = 4

/** A signature as text: drawn, or the typed name of those who cannot draw. It is part of the answers at the end of each line. */
export function StrokesPad(control: ControlProps) {
  const [value, write] = useAnswer<string>(control.answer)
  const [lines, setLines] = useState<readonly (readonly Point[])[]>([])
  const isDrawing = useRef(false)
  const drawn = lines.length > 0 ? strokesText(lines) : isStrokes(value) ? value : ''
  const typed = isStrokes(value) ? '' : (value ?? '')
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (control.disabled || event.button > 0) return
    const point = pointOf(event)
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId)
      isDrawing.current = true
      return setLines([...(lines.length > 0 ? lines : linesOf(drawn)), [point]])
    }
    if (!isDrawing.current) return
    const line = lines.at(-1) ?? []
    const last = line.at(-1)
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= STEP) setLines([...lines.slice(0, -1), [...line, point]])
  }
  const end = () => {
    if (!isDrawing.current) return
    isDrawing.current = false
    write(drawn)
    setLines([])
  }
  const type = (text: string) => {
    setLines([])
    write(text || undefined)
  }
  return (
    <LeaveArea className="ag-form-signature" answer={control.answer}>
      <svg
        className="ag-form-signature-pad ag-form-strokes"
        viewBox={`0 0 ${STROKE_AREA.width} ${STROKE_AREA.height}`}
        role="img"
        aria-label={translate('form.signatureArea', { label: control.label })}
        onPointerDown={draw}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={drawn} />
      </svg>
      <div className="ag-form-signature-row">
        <input
          id={control.id}
          className="ag-form-input"
          name={control.answer.path}
          aria-label={`${control.label}: ${translate('form.signatureTyped')}`}
          autoComplete="name"
          maxLength={100}
          value={typed}
          disabled={control.disabled}
          placeholder={translate(drawn ? 'form.signatureDrawn' : 'form.signatureTyped')}
          aria-required={control.required || undefined}
          aria-invalid={control.invalid || undefined}
          aria-describedby={control.describedBy}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Button disabled={control.disabled || (drawn === '' && typed === '')} onClick={() => type('')}>
          {translate('form.clear')}
        </Button>
      </div>
    </LeaveArea>
  )
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return [((clientX - left) / width) * STROKE_AREA.width, ((clientY - top) / height) * STROKE_AREA.height]
}

/** The lines of a drawing that is continued. */
function linesOf(strokes: string): Point[][] {
  const lines = strokes.split('M').filter(Boolean)
  return lines.map((line) => line.split('L').map((pair) => pair.split(' ').map(Number) as unknown as Point))
}
