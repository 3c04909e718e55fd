/** An element as the canvas shows it: close to the print, drawn by the browser. The real sheet is in the preview. */
import type { CSSProperties, ReactNode } from 'react'
import type { PrintElement } from '../../../runtime/core/documents.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { canvasRuns } from './designedPrint.ts'
import type { PrintDesign } from './usePrintDesign.ts'
import '@fontsource/noto-sans/400.css'
import '@fontsource/noto-sans/700.css'
import '@fontsource/noto-serif/400.css'
import '@fontsource/noto-serif/700.css'

type Of<K extends PrintElement['kind']> = Extract<PrintElement, { kind: K }>
type Look = Pick<PrintDesign, 'values' | 'lang' | 'scale'>
const MM_OF_POINT = 25.4 / 72
const INK = '#1a1a1a'
/** Latin letters are those of the PDF, as wide as there; Chinese characters are equally wide in every font, and the person's own are at hand. */
const FAMILIES = {
  serif: '"Noto Serif", "Noto Serif SC", "Noto Serif CJK SC", "Songti SC", SimSun, serif',
  sans: '"Noto Sans", "Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif',
}
const FLEX = { left: 'flex-start', centre: 'center', right: 'flex-end', top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const
const TEXT = { left: 'left', centre: 'center', right: 'right' } as const

export function PrintElementView({ element, look }: { element: PrintElement; look: Look }): ReactNode {
  if (element.kind === 'text') return <Words element={element} look={look} />
  if (element.kind === 'picture') return <Picture element={element} look={look} />
  if (element.kind === 'code') return <Code element={element} />
  if (element.kind === 'table') return <Table element={element} look={look} />
  if (element.kind === 'box') return <Box element={element} look={look} />
  return <Drawing element={element} look={look} />
}

function Words({ element, look }: { element: Of<'text'>; look: Look }): ReactNode {
  const { scale, lang, values } = look
  const { align = 'left', vertical = 'top', size, leading = 1.4, spacing = 0, overflow = 'wrap' } = element
  const style: CSSProperties = {
    alignItems: FLEX[vertical],
    justifyContent: FLEX[align],
    color: element.colour ?? INK,
    fontFamily: FAMILIES[element.font],
    fontSize: size * MM_OF_POINT * scale,
    fontWeight: element.bold ? 700 : 400,
    letterSpacing: spacing * MM_OF_POINT * scale,
    lineHeight: leading,
    textAlign: TEXT[align],
    whiteSpace: overflow === 'wrap' ? 'pre-wrap' : 'pre',
    opacity: element.opacity,
  }
  return (
    <div className="ag-print-words" style={style}>
      <span>
        {canvasRuns(element.text, lang, values).map(({ text, isBold, isPlace }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={at} className={isPlace ? 'ag-print-place' : undefined} style={isBold ? BOLD : undefined}>
            {text}
          </span>
        ))}
      </span>
    </div>
  )
}
const BOLD: CSSProperties = { fontWeight: 700 }

function Picture({ element, look }: { element: Of<'picture'>; look: Look }): ReactNode {
  const title = look.values.find(({ name }) => name === element.value)?.title
  if (element.picture)
    return (
      <img
        className="ag-print-picture"
        src={element.picture}
        alt=""
        draggable={false}
        style={{ objectFit: element.fit ?? 'contain', opacity: element.opacity }}
      />
    )
  return (
    <div className="ag-print-empty">
      <Icon name="image" />
      {title}
    </div>
  )
}

/** The three corners of every QR code. */
const CORNERS = 'M0 0h7v7h-7zM1 1v5h5v-5zM2 2h3v3h-3zM14 0h7v7h-7zM15 1v5h5v-5zM16 2h3v3h-3zM0 14h7v7h-7zM1 15v5h5v-5zM2 16h3v3h-3z'
const MODULES =
  'M9 1h2v2h-2zM11 4h2v3h-2zM8 8h3v2h-3zM13 9h4v2h-4zM18 8h3v3h-3zM2 9h3v2h-3zM9 12h2v4h-2zM13 13h3v3h-3zM18 14h2v2h-2zM10 18h4v2h-4zM16 18h4v3h-4z'

function Code({ element }: { element: Of<'code'> }): ReactNode {
  return (
    <svg viewBox="-1 -1 23 23" className="ag-print-drawing" aria-hidden="true">
      <rect x="-1" y="-1" width="23" height="23" fill={element.ground ?? '#ffffff'} />
      <path d={CORNERS + MODULES} fill={element.colour ?? '#000000'} fillRule="evenodd" />
    </svg>
  )
}

const SHOWN_ROWS = 4

function Table({ element, look: { scale, lang, values } }: { element: Of<'table'>; look: Look }): ReactNode {
  const { columns, size, rowHeight = 9, stroke, ground } = element
  const sum = columns.reduce((total, { width }) => total + width, 0)
  const line = stroke === undefined ? undefined : `1px solid ${stroke}`
  const style: CSSProperties = { fontSize: size * MM_OF_POINT * scale, fontFamily: FAMILIES[element.font], color: element.colour ?? INK }
  const cells = (text: (column: (typeof columns)[number]) => string, head: boolean) => (
    <div
      className="ag-print-row"
      style={{
        height: rowHeight * scale,
        borderBottom: line,
        ...(head && { background: ground, color: element.headColour, fontWeight: 700 }),
      }}
    >
      {columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
        <span key={at} style={{ width: `${(column.width / sum) * 100}%`, textAlign: TEXT[column.align ?? 'left'] }}>
          {text(column)}
        </span>
      ))}
    </div>
  )
  const rows = values.find(({ name }) => name === element.rows)?.title ?? element.rows
  return (
    <div className="ag-print-table" style={style}>
      {columns.some(({ title }) => title) && cells(({ title }) => title?.[lang] ?? '', true)}
      {Array.from({ length: SHOWN_ROWS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sketched rows are alike
        <div key={at}>{cells((column) => (at === 0 && column === columns[0] ? `‹${rows}›` : '…'), false)}</div>
      ))}
    </div>
  )
}

function Box({ element, look: { scale } }: { element: Of<'box'>; look: Look }): ReactNode {
  const { fill, fillTo, angle = 0, radius = 0, stroke, thickness = 0.75, opacity } = element
  // CSS counts from upwards, the sheet from the right
  const background = fill !== undefined && fillTo !== undefined ? `linear-gradient(${angle + 90}deg, ${fill}, ${fillTo})` : fill
  const border = stroke === undefined ? undefined : `${Math.max(1, thickness * MM_OF_POINT * scale)}px solid ${stroke}`
  return <div className="ag-print-box" style={{ background, border, borderRadius: radius * scale, opacity }} />
}

function Drawing({ element, look: { scale } }: { element: Of<'line' | 'frame' | 'path'>; look: Look }): ReactNode {
  const { width, height, opacity } = element
  const thickness = (element.thickness ?? 0.75) * MM_OF_POINT
  if (element.kind === 'path') {
    const [boxWidth, boxHeight] = element.box
    const across = element.mirror === 'across' || element.mirror === 'both' ? -1 : 1
    const down = element.mirror === 'down' || element.mirror === 'both' ? -1 : 1
    return (
      <svg
        className="ag-print-drawing"
        viewBox={`0 0 ${boxWidth} ${boxHeight}`}
        preserveAspectRatio="none"
        style={{ opacity, transform: `scale(${across}, ${down})` }}
        aria-hidden="true"
      >
        <path
          d={element.d}
          fill={element.fill ?? 'none'}
          stroke={element.stroke}
          strokeWidth={thickness * scale}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    )
  }
  const depth = element.kind === 'frame' ? (element.depth ?? 6) : 0
  return (
    <svg
      className="ag-print-drawing ag-print-drawing--open"
      viewBox={`0 0 ${width || 1} ${height || 1}`}
      style={{ opacity }}
      aria-hidden="true"
    >
      {element.kind === 'line' ? (
        <line x1={0} y1={0} x2={width} y2={height} stroke={element.stroke} strokeWidth={thickness} strokeDasharray={dashOf(element)} />
      ) : (
        <>
          <rect width={width} height={height} fill="none" stroke={element.stroke} strokeWidth={thickness * 2} />
          <rect
            {...{ x: depth, y: depth, width: Math.max(0, width - 2 * depth), height: Math.max(0, height - 2 * depth) }}
            fill="none"
            stroke={element.second ?? element.stroke}
            strokeWidth={thickness}
          />
        </>
      )}
    </svg>
  )
}

function dashOf({ dash }: Of<'line'>): number | undefined {
  return dash === undefined ? undefined : dash * MM_OF_POINT
}
