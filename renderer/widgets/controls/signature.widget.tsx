import { useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Button } from '../light/Button.tsx'
import { FilePicture } from './FileLink.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { StrokesPad } from './StrokesPad.tsx'
import type { UploadedFile } from './uploads.ts'
import { useAnswer } from './useAnswer.ts'
import { useHeldFocus } from './useHeldFocus.ts'
import { useUploads } from './useUploads.ts'

/** Pixels of the stored picture. */
const WIDTH = 640
const HEIGHT = 220

/** A signature drawn with mouse, pen or finger, or typed by those who cannot draw; kept as a stored picture (object schema) or, with a text schema,
 * as text, where answers have no files. */
export default function SignatureControl(control: ControlProps) {
  return control.field.type === 'string' ? <StrokesPad {...control} /> : <DrawnSignature {...control} />
}

/** Where the name is typed; else the button that begins anew. */
const FOCUS = ['input:enabled', 'button:enabled']

function DrawnSignature(control: ControlProps) {
  const [value, write] = useAnswer<UploadedFile>(control.answer)
  const { running, uploads } = useUploads({ answer: control.answer, purpose: String(control.props.purpose ?? 'signature'), onDone: write })
  const box = useRef<HTMLDivElement>(null)
  const heldFocus = useHeldFocus(box, FOCUS)
  const send = (file: File) => {
    for (const upload of running) upload.cancel()
    uploads.start([file])
  }
  const failed = running.find((upload) => upload.state === 'failed')
  if (value) {
    return (
      <div ref={box} className="ag-form-signature" {...heldFocus}>
        <FilePicture file={value} />
        <Button disabled={control.disabled} onClick={() => write(undefined)}>
          {translate('form.signAgain')}
        </Button>
      </div>
    )
  }
  return (
    <div ref={box} className="ag-form-signature" {...heldFocus}>
      <Pad control={control} busy={running.length > 0 && !failed} onDrawn={send} />
      {failed && (
        <span className="ag-form-field-error" role="alert">
          {failed.failure}{' '}
          <button type="button" className="ag-form-link-button" onClick={failed.retry}>
            {translate('form.retry')}
          </button>
        </span>
      )}
    </div>
  )
}

function Pad({ control, busy, onDrawn }: { control: ControlProps; busy: boolean; onDrawn(file: File): void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [inked, setInked] = useState(false)
  const [name, setName] = useState('')
  const context = () => canvas.current!.getContext('2d')!
  const clear = () => {
    context().clearRect(0, 0, WIDTH, HEIGHT)
    setInked(false)
    setName('')
  }
  const draw = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons === 0 || control.disabled) return
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * WIDTH
    const y = ((event.clientY - box.top) / box.height) * HEIGHT
    const pen = context()
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId)
      startStroke(pen, event.currentTarget)
      pen.moveTo(x, y)
    } else pen.lineTo(x, y)
    pen.stroke()
    setInked(true)
  }
  const type = (text: string) => {
    setName(text)
    const pen = context()
    pen.clearRect(0, 0, WIDTH, HEIGHT)
    startStroke(pen, canvas.current!)
    pen.font = 'italic 64px cursive'
    pen.textBaseline = 'middle'
    pen.fillText(text, 32, HEIGHT / 2, WIDTH - 64)
    setInked(text.trim() !== '')
  }
  const take = () =>
    canvas.current!.toBlob((blob) => blob && onDrawn(new File([blob], 'signature.png', { type: 'image/png' })), 'image/png')
  const unused = `${control.id}-unused`
  const isUnused = inked && !busy
  return (
    <LeaveArea className="ag-form-signature" answer={control.answer}>
      <canvas
        ref={canvas}
        className="ag-form-signature-pad"
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={translate('form.signatureArea', { label: control.label })}
        onPointerDown={draw}
        onPointerMove={draw}
      />
      <div className="ag-form-signature-row">
        <input
          id={control.id}
          className="ag-form-input"
          aria-label={`${control.label}: ${translate('form.signatureTyped')}`}
          value={name}
          disabled={control.disabled}
          placeholder={translate('form.signatureTyped')}
          aria-invalid={control.invalid || undefined}
          aria-describedby={[control.describedBy, isUnused && unused].filter(Boolean).join(' ') || undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Button disabled={!inked || busy} onClick={clear}>
          {translate('form.clear')}
        </Button>
        <Button tone="primary" busy={busy} disabled={!inked || control.disabled} onClick={take}>
          {translate(busy ? 'form.saving' : 'form.signatureUse')}
        </Button>
      </div>
      {isUnused && (
        <p className="ag-form-hint" id={unused} role="status">
          {translate('form.signatureUnused')}
        </p>
      )}
    </LeaveArea>
  )
}

function startStroke(pen: CanvasRenderingContext2D, element: Element): void {
  // The pad is always paper: ink is the pad's own colour, also in a dark skin.
  pen.strokeStyle = pen.fillStyle = getComputedStyle(element).color
  pen.lineWidth = 3
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.beginPath()
}
