import { useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../light/Button.tsx'

/** Pixels of the longer side: on the stage, and stored at most. */
const STAGE = { round: 280, wide: 480 }
const STORED = { round: 512, wide: 1920 }
const MAX_ZOOM = 4
const KEY_STEP = 8
const ZOOM_STEP = 0.1

interface Cut {
  /** Middle of the part, in pixels of the picture. */
  x: number
  y: number
  /** 1: the largest part of the shape. */
  zoom: number
}
export type Ratio = readonly [number, number]
interface Size {
  width: number
  height: number
}
export interface PictureCropProps {
  picture: ImageBitmap
  label: string
  /** Absent: round. */
  ratio?: Ratio | undefined
  /** Fewest pixels of what is cut. */
  least: Ratio
  busy: boolean
  onCancel(): void
  onCut(file: File): void
}

/** Cropping of a picture, round or with a fixed ratio: by mouse, touch, arrow keys, slider, + and -. @param least smallest size of the result,
 * pixels */
export function PictureCrop({ picture, label, ratio, least, busy, onCancel, onCut }: PictureCropProps) {
  const shape = ratio ? 'wide' : 'round'
  const shown = scaledTo(STAGE[shape], largestCut(picture, ratio))
  const stage = useRef<HTMLCanvasElement>(null)
  const [cut, setCut] = useState<Cut>({ x: picture.width / 2, y: picture.height / 2, zoom: 1 })
  const largest = largestCut(picture, ratio)
  const maxZoom = Math.max(1, Math.min(MAX_ZOOM, largest.width / least[0], largest.height / least[1]))
  const part = (zoom: number): Size => ({ width: largest.width / zoom, height: largest.height / zoom })
  const change = (next: Cut) => setCut(inside(next, picture, part(next.zoom)))
  const move = (dx: number, dy: number) => {
    const scale = part(cut.zoom).width / shown.width
    change({ ...cut, x: cut.x - dx * scale, y: cut.y - dy * scale })
  }
  const zoom = (value: number) => change({ ...cut, zoom: Math.min(maxZoom, Math.max(1, value)) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow from the picture and the cut
  useEffect(() => {
    const context = stage.current?.getContext('2d')
    if (context) draw(context, picture, cut, { part: part(cut.zoom), size: shown })
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
    const size = atMax(STORED[shape], part(cut.zoom))
    const canvas = Object.assign(document.createElement('canvas'), size)
    draw(canvas.getContext('2d')!, picture, cut, { part: part(cut.zoom), size })
    canvas.toBlob((blob) => blob && onCut(new File([blob], 'picture.jpg', { type: blob.type })), 'image/jpeg', 0.9)
  }
  return (
    <div className="ag-portrait__crop">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: moved by arrow keys, which screen readers must let through */}
      <canvas
        ref={stage}
        className={`ag-portrait__stage ag-portrait__stage--${shape}`}
        width={shown.width}
        height={shown.height}
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
          max={maxZoom}
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

/** The largest part of a shape that a picture has; of a round one the square around it. */
export function largestCut({ width, height }: Size, ratio: Ratio = [1, 1]): Size {
  const [across, down] = ratio
  const scale = Math.min(width / across, height / down)
  return { width: across * scale, height: down * scale }
}

function scaledTo(longest: number, { width, height }: Size): Size {
  const scale = longest / Math.max(width, height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function atMax(longest: number, size: Size): Size {
  return Math.max(size.width, size.height) > longest
    ? scaledTo(longest, size)
    : { width: Math.round(size.width), height: Math.round(size.height) }
}

/** The part stays on the picture. */
function inside({ x, y, zoom }: Cut, picture: Size, part: Size): Cut {
  const within = (middle: number, length: number, side: number) => Math.min(length - side / 2, Math.max(side / 2, middle))
  return { x: within(x, picture.width, part.width), y: within(y, picture.height, part.height), zoom }
}

function draw(context: CanvasRenderingContext2D, picture: ImageBitmap, { x, y }: Cut, { part, size }: { part: Size; size: Size }): void {
  context.imageSmoothingQuality = 'high'
  // what is transparent becomes paper: the stored picture is a JPEG
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.drawImage(picture, x - part.width / 2, y - part.height / 2, part.width, part.height, 0, 0, size.width, size.height)
}
