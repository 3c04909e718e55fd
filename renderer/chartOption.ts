/** Chart kinds of documents -> echarts options in the colours of the skin. The only file that knows echarts. */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { SkinTokens } from '../runtime/client/skins.ts'

echarts.use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

export { echarts }

/** Points of a line that are marked each. */
const MOST_SYMBOLS = 31
/** Names that stand below a ring at once; more are turned over. */
const MOST_IN_LEGEND = 6
const HOLE = { pie: '0%', ring: '62%' } as const

/** @param points in the order they are drawn */
export function chartOption(
  kind: 'bar' | 'line' | 'pie' | 'ring',
  points: readonly { name: string; value: number }[],
  tokens: SkinTokens,
): Record<string, unknown> {
  const words = { color: tokens.colorTextSecondary, fontFamily: String(tokens.fontFamily), fontSize: Number(tokens.fontSizeXS) }
  const shared = {
    color: [1, 2, 3, 4, 5, 6].map((index) => tokens[`colorChart${index}`]),
    textStyle: words,
    animationDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180,
    tooltip: {
      // Drawn into the picture, as the rest: elements with style attributes are refused by the content policy.
      renderMode: 'richText',
      trigger: kind === 'bar' || kind === 'line' ? 'axis' : 'item',
      backgroundColor: tokens.colorBgElevated,
      borderColor: tokens.colorBorderSecondary,
      textStyle: { color: tokens.colorText },
    },
  }
  if (kind === 'pie' || kind === 'ring') {
    return {
      ...shared,
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
  const line = { lineStyle: { color: tokens.colorBorderSecondary } }
  return {
    ...shared,
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
