import { formatValue } from '../../runtime/client/format.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import type { ShownOption } from '../widgets/controls/useOptions.ts'
import { filterKind } from './filterKind.ts'
import { readRange } from './rangeText.ts'
import { useFilterOptions } from './useFilterOptions.ts'

/** The value of a filter in words, for its chip. */
export function useFilterText(field: FormField, values: readonly string[]): string {
  const options = useFilterOptions(field, values)
  const kind = filterKind(field)
  const declared = field['x-options']
  const isAsked = declared !== undefined && 'call' in declared
  if (kind === 'dateRange' || kind === 'numberRange') return rangeWords(values[0], kind === 'dateRange')
  if (kind === 'way') return wayLabels(options, values).join(' / ')
  if (kind === 'date') return formatValue(values[0], 'date')
  return values
    .map((value) => options.find((option) => String(option.value) === value)?.label ?? (isAsked && options.length === 0 ? '…' : value))
    .join(translate('kernel.filter.comma'))
}

function rangeWords(text: string | undefined, isDays: boolean): string {
  const [from, to] = readRange(text).map((end) => end && formatValue(end, isDays ? 'date' : 'number'))
  if (from && to) return from === to ? from : `${from} – ${to}`
  return translate(from ? 'kernel.filter.since' : 'kernel.filter.until', { end: from || to })
}

function wayLabels(options: readonly ShownOption[], way: readonly string[]): string[] {
  const [first, ...rest] = way
  if (first === undefined) return []
  const option = options.find(({ value }) => String(value) === first)
  return [option?.label ?? first, ...wayLabels(option?.children ?? [], rest)]
}
