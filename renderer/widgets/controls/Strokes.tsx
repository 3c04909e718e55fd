import { STROKE_AREA } from '../../../runtime/core/form/strokes.ts'
import './strokes.css'

/** A drawing as a picture; `strokes` has been found to be one. */
export function Strokes({ strokes, label }: { strokes: string; label: string }) {
  return (
    <svg className="ag-form-strokes" viewBox={`0 0 ${STROKE_AREA.width} ${STROKE_AREA.height}`} role="img" aria-label={label}>
      <path d={strokes} />
    </svg>
  )
}
