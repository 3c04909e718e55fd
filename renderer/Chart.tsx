import type { CSSProperties, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatValue } from '../runtime/client/format.ts'
import { type SkinTokens, skin } from '../runtime/client/skins.ts'
import { translate } from '../runtime/client/texts.ts'
import type { Format } from '../runtime/core/documents.ts'
import { writeCsv } from '../runtime/core/studio/csv.ts'
import { type ChartKind, chartOption, echarts, namesOf, pointOf } from './chartOption.ts'
import { saveFile } from './studio/saveFile.ts'
import { Button } from './widgets/light/Button.tsx'
import { Empty } from './widgets/light/Empty.tsx'
import { Icon } from './widgets/light/Icon.tsx'
import { MenuButton } from './widgets/light/MenuButton.tsx'

export interface Point {
  name: string
  value: number
  /** What stands for the value in words: `12 (34 %)`. */
  words?: string
}
/** Further values of a bar or line chart. */
export interface Series {
  legend: string
  points: readonly Point[]
}
export interface ChartProps {
  kind: ChartKind
  title: ReactNode
  /** What a screen reader calls the table. */
  caption: string
  /** Null: not known yet. */
  points: readonly Point[]
  /** Name of the values, beside further ones. */
  legend?: string
  further?: readonly Series[]
  /** Of the values; a number without it. */
  format?: Format
  height?: number
  /** Below the title. */
  note?: ReactNode
  children?: ReactNode
}

const DEFAULT_HEIGHT = 280
/** A horizontal bar with its name, and the space above and below. */
const BAR_HEIGHT = 30
const BARS_EDGE = 24

const NONE: readonly Series[] = []

/** A chart, with the same numbers as a table. echarts loads with the first chart. */
export function Chart({ title, note, children, ...rest }: ChartProps): ReactNode {
  const [asTable, setAsTable] = useState(false)
  const { tokens } = useSnapshot(skin)
  return (
    <figure className="ag-chart">
      <figcaption className="ag-chart__head">
        <span className="ag-chart__title">{title}</span>
        {isDrawn(rest) && (
          <span className="ag-chart__tools">
            <MenuButton
              label={translate('kernel.chart.save')}
              className="ag-icon-button ag-icon-button--small"
              face={<Icon name="download" size="small" />}
              entries={[
                { id: 'picture', label: translate('kernel.chart.savePicture'), onSelect: () => savePicture(rest, tokens) },
                { id: 'sheet', label: translate('kernel.chart.saveSheet'), onSelect: () => void saveSheet(rest) },
                { id: 'table', label: translate('kernel.chart.saveTable'), onSelect: () => saveTable(rest) },
              ]}
            />
            <Button size="small" tone="link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {translate(asTable ? 'kernel.chart.picture' : 'kernel.chart.table')}
            </Button>
          </span>
        )}
      </figcaption>
      {note}
      <ChartBody {...rest} asTable={asTable} />
      {children}
    </figure>
  )
}

/** People who cannot see the picture always get the table. */
export function ChartBody(props: Omit<ChartProps, 'title'> & { asTable: boolean }): ReactNode {
  const { kind, points, legend = '', further = NONE, caption, format = 'number', height, asTable } = props
  if (!isDrawn(props)) return <Empty title={translate('kernel.empty')} />
  const own = heightOf(kind, points)
  const figures = { points, legend, further, format }
  return (
    <>
      {!asTable && <Picture kind={kind} {...figures} height={height ?? own} />}
      <PointTable {...figures} caption={caption} hidden={!asTable} />
    </>
  )
}

/** In CSS pixels, and where in its height the line stands. */
const TITLE_HEIGHT = 36
const TITLE_SIZE = 14
const TITLE_BASELINE = 0.65
const PICTURE = { pixelRatio: 1.5, backgroundColor: '#ffffff' } as const
const PICTURE_WIDTH = 960
/** Words and lines that can be read on white, whatever the theme. */
const ON_WHITE = {
  colorText: '#1f1f1f',
  colorTextSecondary: '#595959',
  colorBorderSecondary: '#e0e0e0',
  colorBgContainer: '#ffffff',
} as const

/** Saves the chart as a picture on white, with its title. It is drawn anew: a theme may be dark, a screen narrow. */
function savePicture(props: Omit<ChartProps, 'title'>, tokens: SkinTokens): void {
  const { kind, caption, points, legend = '', further = NONE, format = 'number', height = heightOf(kind, points) } = props
  const chart = echarts.init(document.createElement('canvas'), null, { width: PICTURE_WIDTH, height })
  const figures = { points, legend, further, worded: (value: number) => formatValue(value, format) }
  chart.setOption({ ...chartOption(kind, figures, { ...tokens, ...ON_WHITE }), animation: false })
  const address = withTitle(chart.renderToCanvas(PICTURE), caption, String(tokens.fontFamily))
  chart.dispose()
  Object.assign(document.createElement('a'), { href: address, download: `${caption}.png` }).click()
}

type Numbers = Pick<ChartProps, 'caption' | 'points' | 'legend' | 'further'>

/** Saves the numbers as CSV, which spreadsheets open. */
function saveTable(numbers: Numbers): void {
  saveFile(`${numbers.caption}.csv`, writeCsv(cellsOf(numbers)), 'text/csv')
}

/** Saves the numbers as an Excel workbook. */
async function saveSheet(numbers: Numbers): Promise<void> {
  const { writeSheet } = await import('./writeSheet.ts')
  saveFile(`${numbers.caption}.xlsx`, writeSheet(numbers.caption, cellsOf(numbers)), XLSX)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function cellsOf({ caption, points, legend = '', further = NONE }: Numbers): (string | number)[][] {
  const series = [{ legend: legend || caption, points }, ...further]
  const rows = namesOf(series).map((name) => [name, ...series.map((one) => pointOf(one, name)?.value ?? 0)])
  return [['', ...series.map((one) => one.legend)], ...rows]
}

/** A picture as a data address, with its title above. */
function withTitle(picture: HTMLCanvasElement, title: string, font: string): string {
  const { pixelRatio, backgroundColor } = PICTURE
  const top = TITLE_HEIGHT * pixelRatio
  const whole = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height + top })
  const pen = whole.getContext('2d')!
  pen.fillStyle = backgroundColor
  pen.fillRect(0, 0, whole.width, whole.height)
  pen.drawImage(picture, 0, top)
  pen.fillStyle = ON_WHITE.colorText
  pen.font = `600 ${TITLE_SIZE * pixelRatio}px ${font}`
  pen.fillText(title, TITLE_SIZE * pixelRatio, TITLE_HEIGHT * pixelRatio * TITLE_BASELINE, whole.width)
  return whole.toDataURL('image/png')
}

function isDrawn({ points, further = NONE }: Pick<ChartProps, 'points' | 'further'>): boolean {
  return points.length > 0 || further.some((series) => series.points.length > 0)
}

function heightOf(kind: ChartKind, points: readonly Point[]): number {
  return kind === 'bars' ? points.length * BAR_HEIGHT + BARS_EDGE : DEFAULT_HEIGHT
}

interface Figures {
  points: readonly Point[]
  legend: string
  further: readonly Series[]
  format: Format
}

function Picture({ kind, points, legend, further, format, height }: Figures & { kind: ChartKind; height: number }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { tokens } = useSnapshot(skin)
  useEffect(() => {
    const chart = echarts.init(box.current!)
    chart.setOption(chartOption(kind, { points, legend, further, worded: (value) => formatValue(value, format) }, tokens))
    const watcher = new ResizeObserver(() => chart.resize())
    watcher.observe(box.current!)
    return () => {
      watcher.disconnect()
      chart.dispose()
    }
  }, [kind, points, legend, further, format, tokens])
  return <div ref={box} className="ag-chart__picture" aria-hidden="true" style={{ '--ag-height': `${height}px` } as CSSProperties} />
}

function PointTable({ points, legend, further, format, caption, hidden }: Figures & { caption: string; hidden: boolean }): ReactNode {
  const series = [{ legend, points }, ...further]
  const names = namesOf(series)
  const cell = (point: Point | undefined) => point?.words ?? formatValue(point?.value ?? 0, format)
  return (
    <table className={hidden ? 'ag-hidden' : 'ag-simple-table'}>
      <caption className="ag-hidden">{caption}</caption>
      {further.length > 0 && (
        <thead>
          <tr>
            <td />
            {series.map((one) => (
              <th key={one.legend} scope="col">
                {one.legend}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {names.map((name, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map((one) => (
              <td key={one.legend}>{cell(one.points[index]?.name === name ? one.points[index] : pointOf(one, name))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
