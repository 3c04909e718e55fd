/** Chart kinds of documents -> echarts options in the colours of the skin. The only file that knows echarts. */
import { BarChart, LineChart, PieChart, RadarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { SkinTokens } from '../runtime/client/skins.ts'
import type { Node } from '../runtime/core/documents.ts'

echarts.use([BarChart, LineChart, PieChart, RadarChart, GridComponent, LegendComponent, RadarComponent, TooltipComponent, CanvasRenderer])

export { echarts }

/** Points of a line that are marked each. */
const MAX_SYMBOLS = 31
/** Most names in the legend below a ring; further ones are on its next pages. */
const MAX_IN_LEGEND = 6
/** Letters of the names of all series that share a line above a chart; with more, each name takes a line of its own. */
const LEGEND_LETTERS = 30
const LEGEND_LINE = 22
const HOLE = { pie: '0%', ring: '62%' } as const

export type ChartKind = Extract<Node, { node: 'chart' }>['chart']
/** Letters of a name beside a horizontal bar. Longer names are cut; the table has them in full. */
const NAME_WIDTH = 150
/** A chart up to this width has shorter names. */
const NARROW = 400
const NARROW_NAME_WIDTH = 96

type Point = { name: string; value: number; words?: string }
type Points = readonly Point[]
interface Series {
  legend: string
  points: Points
}
export interface ChartFigures extends Series {
  /** With the same names. */
  further: readonly Series[]
  /** A value as people read it. */
  worded(value: number): string
}

/** The names of all series, in the order in which they first come. */
export function namesOf(series: readonly { points: Points }[]): string[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ name }) => name)))]
}

/** The point with a name, if a chart has one. */
export function pointOf({ points }: { points: Points }, name: string): Point | undefined {
  return points.find((point) => point.name === name)
}

/** Points in the order they are drawn; `words` stand for the value. */
export function chartOption(kind: ChartKind, figures: ChartFigures, tokens: SkinTokens): Record<string, unknown> {
  const { points, worded } = figures
  const words = { color: tokens.colorTextSecondary, fontFamily: String(tokens.fontFamily), fontSize: Number(tokens.fontSizeXS) }
  const shared = {
    color: [1, 2, 3, 4, 5, 6].map((index) => tokens[`colorChart${index}`]),
    textStyle: words,
    animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180,
    tooltip: {
      // Drawn into the picture like the rest: the content security policy refuses elements with style attributes.
      renderMode: 'richText',
      trigger: kind === 'pie' || kind === 'ring' || kind === 'radar' ? 'item' : 'axis',
      backgroundColor: tokens.colorBgElevated,
      borderColor: tokens.colorBorderSecondary,
      textStyle: { color: tokens.colorText },
      valueFormatter: (value: unknown) => worded(Number(value)),
    },
  }
  if (kind === 'pie' || kind === 'ring') return { ...shared, ...roundOption(kind, points, { tokens, words, worded }) }
  if (kind === 'radar') return { ...shared, ...radarOption(figures, { tokens, words, worded }) }
  if (kind === 'bars') return { ...shared, ...lyingBars(points, { tokens, words, worded }) }
  return { ...shared, ...standingOption(kind, figures, { tokens, words, worded }) }
}

interface Look {
  tokens: SkinTokens
  /** Style of what is written. */
  words: Record<string, unknown>
  worded: ChartFigures['worded']
}

function roundOption(kind: keyof typeof HOLE, points: Points, { tokens, words, worded }: Look): Record<string, unknown> {
  return {
    legend: {
      type: points.length > MAX_IN_LEGEND ? 'scroll' : 'plain',
      bottom: 0,
      textStyle: words,
      icon: 'circle',
      formatter: countedName(points, worded),
    },
    series: [
      {
        type: 'pie',
        radius: [HOLE[kind], '78%'],
        center: ['50%', '44%'],
        data: points,
        label: { show: false },
        itemStyle: { borderColor: tokens.colorBgContainer, borderWidth: 2 },
      },
    ],
  }
}

/** Each point is a direction; all have the same scale. */
function radarOption({ points, legend, further }: ChartFigures, { tokens, words }: Look): Record<string, unknown> {
  const series = [{ legend, points }, ...further]
  const names = namesOf(series)
  const max = Math.max(1, ...series.flatMap((one) => one.points.map(({ value }) => value)))
  const line = { lineStyle: { color: tokens.colorBorderSecondary } }
  return {
    radar: {
      indicator: names.map((name) => ({ name, max })),
      radius: '68%',
      axisName: { ...words, color: tokens.colorText },
      axisLine: line,
      splitLine: line,
      splitArea: { show: false },
    },
    series: [
      {
        type: 'radar',
        areaStyle: { opacity: 0.25 },
        data: series.map((one) => ({ name: one.legend, value: names.map((name) => pointOf(one, name)?.value ?? 0) })),
      },
    ],
  }
}

function lyingBars(points: Points, { tokens, words, worded }: Look): Record<string, unknown> {
  return {
    // where a phone leaves little room, it goes to the bars
    media: [{ query: { maxWidth: NARROW }, option: { grid: { right: 48 }, yAxis: { axisLabel: { width: NARROW_NAME_WIDTH } } } }],
    grid: { left: 8, right: 92, top: 4, bottom: 4, containLabel: true },
    xAxis: { type: 'value', show: false, min: 0 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: points.map((point) => point.name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...words, color: tokens.colorText, width: NAME_WIDTH, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        data: points.map((point) => point.value),
        barMaxWidth: 18,
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        label: {
          show: true,
          position: 'right',
          ...words,
          formatter: ({ dataIndex }: { dataIndex: number }) => points[dataIndex]?.words ?? worded(points[dataIndex]?.value ?? 0),
        },
      },
    ],
  }
}

function standingOption(
  kind: ChartKind,
  { points, legend, further }: ChartFigures,
  { tokens, words, worded }: Look,
): Record<string, unknown> {
  const series = [{ legend, points }, ...further]
  const names = namesOf(series)
  const isLong = series.reduce((letters, one) => letters + one.legend.length, 0) > LEGEND_LETTERS
  const side = isLong ? { orient: 'vertical', left: 0 } : {}
  const line = { lineStyle: { color: tokens.colorBorderSecondary } }
  return {
    ...(further.length > 0 ? { legend: { top: 0, ...side, icon: 'circle', textStyle: words } } : {}),
    grid: {
      left: 8,
      right: 8,
      top: further.length > 0 ? 18 + LEGEND_LINE * (isLong ? series.length : 1) : 16,
      bottom: 8,
      containLabel: true,
    },
    xAxis: {
      type: 'category',
      data: names,
      axisLine: line,
      axisTick: { show: false },
      axisLabel: { ...words, hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, splitLine: line, axisLabel: { ...words, formatter: worded } },
    series: series.map((one) => ({
      type: kind,
      name: one.legend,
      data: valuesAt(names, one),
      barMaxWidth: 32,
      smooth: true,
      // A curve between counts must not dip below them.
      smoothMonotone: 'x',
      showSymbol: names.length <= MAX_SYMBOLS,
      itemStyle: kind === 'bar' ? { borderRadius: [4, 4, 0, 0] } : undefined,
    })),
  }
}

function valuesAt(names: readonly string[], { points }: Series): number[] {
  const values = new Map(points.map(({ name, value }) => [name, value]))
  return names.map((name) => values.get(name) ?? 0)
}

/** `Modelling  42` in the legend: the picture alone tells no numbers. */
function countedName(points: Points, worded: ChartFigures['worded']): (name: string) => string {
  return (name) => `${name}  ${worded(pointOf({ points }, name)?.value ?? 0)}`
}
