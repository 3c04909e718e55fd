/** Lays out and draws the picture of a competition to pass on. All measures are pixels of the layout; the canvas has `pixelRatio` as many. Text is
 *  broken between characters where the language is written without spaces, else between words. */
import { encode } from 'uqr'

export interface ShareDate {
  label: string
  text: string
}
export interface ShareContent {
  title: string
  organiser: string | null
  summary: string | null
  /** Address of the picture; null: a plain field of colour. */
  cover: string | null
  dates: readonly ShareDate[]
  /** What the code is for. */
  scan: string
  /** What the code holds. */
  address: string
}
export interface ShareLook {
  pixelRatio: number
  background: string
}

const WIDTH = 600
const HEIGHT = 800
const COVER_HEIGHT = (WIDTH * 9) / 16
const MARGIN = 36
const QR_SIZE = 140
const TITLE_LINES = 3
const FONT = 'system-ui, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif'
const INK = '#1b2333'
const FAINT = '#5d6880'
const FIELD = ['#2f5bd8', '#16307a'] as const

/** @throws when the browser cannot make a picture of the canvas */
export async function drawSharePicture(content: ShareContent, { pixelRatio, background }: ShareLook): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH * pixelRatio, height: HEIGHT * pixelRatio })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(pixelRatio, pixelRatio)
  pen.fillStyle = background
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  await drawCover(pen, content.cover)
  drawDates(pen, content, drawWords(pen, content))
  drawCode(pen, content)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

async function drawCover(pen: CanvasRenderingContext2D, address: string | null): Promise<void> {
  const picture = address === null ? null : await loadPicture(address)
  if (!picture) {
    const field = pen.createLinearGradient(0, 0, WIDTH, COVER_HEIGHT)
    field.addColorStop(0, FIELD[0])
    field.addColorStop(1, FIELD[1])
    pen.fillStyle = field
    pen.fillRect(0, 0, WIDTH, COVER_HEIGHT)
    return
  }
  const scale = Math.max(WIDTH / picture.width, COVER_HEIGHT / picture.height)
  const [width, height] = [WIDTH / scale, COVER_HEIGHT / scale]
  pen.drawImage(picture, (picture.width - width) / 2, (picture.height - height) / 2, width, height, 0, 0, WIDTH, COVER_HEIGHT)
}

/** Without the cover the plain colour stays. */
async function loadPicture(address: string): Promise<ImageBitmap | null> {
  try {
    const reply = await fetch(address, { credentials: 'same-origin' })
    return reply.ok ? await createImageBitmap(await reply.blob()) : null
  } catch {
    return null
  }
}

/** Title, organiser, summary. @returns where the next line may be */
function drawWords(pen: CanvasRenderingContext2D, { title, organiser, summary }: ShareContent): number {
  let y = COVER_HEIGHT + 56
  pen.fillStyle = INK
  pen.font = `700 32px ${FONT}`
  for (const line of brokenLines(pen, title, WIDTH - 2 * MARGIN, TITLE_LINES)) {
    pen.fillText(line, MARGIN, y)
    y += 44
  }
  pen.fillStyle = FAINT
  pen.font = `400 18px ${FONT}`
  for (const line of [
    ...brokenLines(pen, organiser ?? '', WIDTH - 2 * MARGIN, 1),
    ...brokenLines(pen, summary ?? '', WIDTH - 2 * MARGIN, 2),
  ]) {
    pen.fillText(line, MARGIN, y - 6)
    y += 30
  }
  return y
}

function drawDates(pen: CanvasRenderingContext2D, { dates }: ShareContent, from: number): void {
  const width = WIDTH - 3 * MARGIN - QR_SIZE
  let y = Math.max(from + 16, HEIGHT - MARGIN - QR_SIZE + 8)
  for (const { label, text } of dates) {
    if (y > HEIGHT - MARGIN) return
    pen.fillStyle = FAINT
    pen.font = `400 16px ${FONT}`
    pen.fillText(label, MARGIN, y)
    pen.fillStyle = INK
    pen.font = `600 18px ${FONT}`
    for (const line of brokenLines(pen, text, width, 2)) {
      y += 26
      pen.fillText(line, MARGIN, y)
    }
    y += 34
  }
}

function drawCode(pen: CanvasRenderingContext2D, { address, scan }: ShareContent): void {
  const { size, data } = encode(address, { border: 0 })
  const left = WIDTH - MARGIN - QR_SIZE
  const top = HEIGHT - MARGIN - QR_SIZE - 22
  const module = QR_SIZE / size
  pen.fillStyle = '#000000'
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(left + x * module, top + y * module, module + 0.2, module + 0.2)
  pen.fillStyle = FAINT
  pen.font = `400 14px ${FONT}`
  pen.textAlign = 'center'
  pen.fillText(scan, left + QR_SIZE / 2, HEIGHT - MARGIN + 2)
  pen.textAlign = 'start'
}

/** At most so many lines; the last ends with an ellipsis when there is more. */
function brokenLines(pen: CanvasRenderingContext2D, text: string, width: number, max: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
    if (line !== '' && pen.measureText(line + part.trimEnd()).width > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= max) return lines
  let last = lines[max - 1] ?? ''
  while (last !== '' && pen.measureText(`${last}…`).width > width) last = last.slice(0, -1)
  return [...lines.slice(0, max - 1), `${last}…`]
}
