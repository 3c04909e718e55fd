/** The square that is cut out of a picture: dragged with mouse or finger, moved with the arrow keys, widened with the slider, + and -. */
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../light/Button.tsx'

/** Pixels of the stage, and of the side of what is stored at most. */
const STAGE = 280
const STORED = 512
const MOST_ZOOM = 4
const KEY_STEP = 8
const ZOOM_STEP = 0.1

interface Cut {
  /** Middle of the square, in pixels of the picture. */
  x: number
  y: number
  /** 1: the whole shorter side. */
  zoom: number
}
export interface PortraitCropProps {
  picture: ImageBitmap
  label: string
  busy: boolean
  onCancel(): void
  onCut(file: File): void
}

export function PortraitCrop({ picture, label, busy, onCancel, onCut }: PortraitCropProps) {
  const stage = useRef<HTMLCanvasElement>(null)
  const [cut, setCut] = useState<Cut>({ x: picture.width / 2, y: picture.height / 2, zoom: 1 })
  const side = (zoom: number) => Math.min(picture.width, picture.height) / zoom
  const change = (next: Cut) => setCut(inside(next, picture, side(next.zoom)))
  const move = (dx: number, dy: number) => {
    const scale = side(cut.zoom) / STAGE
    change({ ...cut, x: cut.x - dx * scale, y: cut.y - dy * scale })
  }
  const zoom = (value: number) => change({ ...cut, zoom: Math.min(MOST_ZOOM, Math.max(1, value)) })
  useEffect(() => {
    const context = stage.current?.getContext('2d')
    if (context) draw(context, picture, cut, STAGE)
    stage.current?.focus({ preventScroll: true })
  }, [picture, cut])
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(KEY_STEP, 0),
    ArrowRight: () => move(-KEY_STEP, 0),
    ArrowUp: () => move(0, KEY_STEP),
    ArrowDown: () => move(0, -KEY_STEP),
    '+': () => zoom(cut.zoom + ZOOM_STEP),
    '-': () => zoom(cut.zoom - ZOOM_STEP),
  }
  const store = () => {
    const size = Math.min(STORED, Math.round(side(cut.zoom)))
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    draw(canvas.getContext('2d')!, picture, cut, size)
    canvas.toBlob((blob) => blob && onCut(new File([blob], 'portrait.jpg', { type: blob.type })), 'image/jpeg', 0.9)
  }
  return (
    <div className="ag-portrait__crop">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: moved by arrow keys, which screen readers must let through */}
      <canvas
        ref={stage}
        className="ag-portrait__stage"
        width={STAGE}
        height={STAGE}
        role="application"
        tabIndex={0}
        aria-label={translate('form.portraitStage', { label })}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.buttons > 0 && move(event.movementX, event.movementY)}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
      />
      <label className="ag-portrait__zoom">
        <span>{translate('form.portraitZoom')}</span>
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={cut.zoom}
          onChange={(event) => zoom(Number(event.currentTarget.value))}
        />
      </label>
      <span className="ag-form-upload-hint">{translate('form.portraitKeys')}</span>
      <span className="ag-portrait__choice">
        <Button tone="primary" disabled={busy} onClick={store}>
          {translate(busy ? 'form.saving' : 'form.portraitUse')}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {translate('form.cancel')}
        </Button>
      </span>
    </div>
  )
}

/** The square stays on the picture. */
function inside({ x, y, zoom }: Cut, { width, height }: ImageBitmap, side: number): Cut {
  const within = (middle: number, length: number) => Math.min(length - side / 2, Math.max(side / 2, middle))
  return { x: within(x, width), y: within(y, height), zoom }
}

function draw(context: CanvasRenderingContext2D, picture: ImageBitmap, { x, y, zoom }: Cut, size: number): void {
  const side = Math.min(picture.width, picture.height) / zoom
  context.imageSmoothingQuality = 'high'
  // what is transparent becomes paper: the stored picture is a JPEG
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, size, size)
}
