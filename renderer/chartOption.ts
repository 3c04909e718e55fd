/** Chart kinds of documents -> echarts options in the colours of the skin. The only file that knows echarts. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { SkinTokens } from '../runtime/client/skins.ts'
import type { Node } from '../runtime/core/documents.ts'

echarts.use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

export { echarts }

/** Points of a line that are marked each. */
const MOST_SYMBOLS = 31
/** Most names in the legend below a ring; further ones are on its next pages. */
const MOST_IN_LEGEND = 6
const HOLE = { pie: '0%', ring: '62%' } as const

export type ChartKind = Extract<Node, { node: 'chart' }>['chart']
/** Letters of a name beside a horizontal bar. Longer names are cut; the table has them in full. */
const NAME_WIDTH = 150

type Points = readonly { name: string; value: number; words?: string }[]

/** @param points in the order they are drawn; `words` stand for the value */
export function chartOption(kind: ChartKind, points: Points, tokens: SkinTokens): Record<string, unknown> {
  const words = { color: tokens.colorTextSecondary, fontFamily: String(tokens.fontFamily), fontSize: Number(tokens.fontSizeXS) }
  const shared = {
    color: [1, 2, 3, 4, 5, 6].map((index) => tokens[`colorChart${index}`]),
    textStyle: words,
    animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180,
    tooltip: {
      // Drawn into the picture like the rest: the content security policy refuses elements with style attributes.
      renderMode: 'richText',
      trigger: kind === 'pie' || kind === 'ring' ? 'item' : 'axis',
      backgroundColor: tokens.colorBgElevated,
      borderColor: tokens.colorBorderSecondary,
      textStyle: { color: tokens.colorText },
    },
  }
  if (kind === 'pie' || kind === 'ring') return { ...shared, ...roundOption(kind, points, { tokens, words }) }
  if (kind === 'bars') return { ...shared, ...lyingBars(points, { tokens, words }) }
  return { ...shared, ...standingOption(kind, points, { tokens, words }) }
}

interface Look {
  tokens: SkinTokens
  /** Style of what is written. */
  words: Record<string, unknown>
}

function roundOption(kind: keyof typeof HOLE, points: Points, { tokens, words }: Look): Record<string, unknown> {
  return {
    legend: {
      type: points.length > MOST_IN_LEGEND ? 'scroll' : 'plain',
      bottom: 0,
      textStyle: words,
      icon: 'circle',
      formatter: countedName(points),
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

function lyingBars(points: Points, { tokens, words }: Look): Record<string, unknown> {
  return {
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
          formatter: ({ dataIndex }: { dataIndex: number }) => points[dataIndex]?.words ?? String(points[dataIndex]?.value ?? ''),
        },
      },
    ],
  }
}

function standingOption(kind: ChartKind, points: Points, { tokens, words }: Look): Record<string, unknown> {
  const line = { lineStyle: { color: tokens.colorBorderSecondary } }
  return {
    grid: { left: 8, right: 8, top: 16, bottom: 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: points.map((point) => point.name),
      axisLine: line,
      axisTick: { show: false },
      axisLabel: { ...words, hideOverlap: true },
    },
    yAxis: { type: 'value', minInterval: 1, splitLine: line, axisLabel: words },
    series: [
      {
        type: kind,
        data: points.map((point) => point.value),
        barMaxWidth: 32,
        smooth: true,
        // A curve between counts must not dip below them.
        smoothMonotone: 'x',
        showSymbol: points.length <= MOST_SYMBOLS,
        itemStyle: kind === 'bar' ? { borderRadius: [4, 4, 0, 0] } : undefined,
      },
    ],
  }
}

/** `Modelling  42` in the legend: the picture alone tells no numbers. */
function countedName(points: readonly { name: string; value: number }[]): (name: string) => string {
  return (name) => `${name}  ${points.find((point) => point.name === name)?.value.toLocaleString() ?? ''}`
}
