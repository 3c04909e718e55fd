/** Names on a printed sheet that lead to no value, or to one that does not fit the place. The designer shows them while it is edited; publishing refuses them. */
import type { JsonSchema, PrintDocument, PrintElement } from '../documents.ts'
import type { Lang } from '../platform.ts'
import { isPrintDayFormat } from './printDay.ts'
import { printPlaces } from './printText.ts'
import { isPrintDay, isWords, printSchemaAt } from './printValues.ts'

export interface PrintFinding {
  /** unknown: no such value; kind: one that does not fit; format: of days, on no day or unknown. */
  code: 'unknown' | 'kind' | 'format'
  /** Null: the title of the file. */
  at: { page: number; layer: number } | null
  lang: Lang | null
  /** As it is written. */
  name: string
}
type Found = Omit<PrintFinding, 'at'>

/** @param schema  of the values */
export function printFindings({ heading, pages }: Pick<PrintDocument, 'heading' | 'pages'>, schema: JsonSchema): PrintFinding[] {
  return [
    ...ofText(heading, schema).map((found) => ({ ...found, at: null })),
    ...pages.flatMap(({ elements }, page) =>
      elements.flatMap((element, layer) => ofElement(element, schema).map((found) => ({ ...found, at: { page, layer } }))),
    ),
  ]
}

function ofElement(element: PrintElement, schema: JsonSchema): Found[] {
  if (element.kind === 'text' || element.kind === 'code') return ofText(element.text, schema)
  if (element.kind === 'picture') return element.value === undefined ? [] : ofName(element.value, schema, ({ type }) => type === 'string')
  if (element.kind !== 'table') return []
  const wrong = ofName(element.rows, schema, ({ type }) => type === 'array')
  if (wrong.length > 0) return wrong
  const items = (printSchemaAt(schema, element.rows)?.items ?? {}) as JsonSchema
  return element.columns.flatMap(({ value }) => ofName(value, items, isWords))
}

function ofText(text: Readonly<Record<Lang, string>>, schema: JsonSchema): Found[] {
  return (['zh', 'en'] as const).flatMap((lang) =>
    printPlaces(text[lang] ?? '').flatMap(({ place, format }): Found[] => {
      const wrong = ofName(place, schema, isWords)
      if (wrong.length > 0 || format === undefined) return wrong.map((found) => ({ ...found, lang }))
      const of = printSchemaAt(schema, place)!
      const fits = isPrintDayFormat(format) && (isPrintDay(of) || of.type === undefined)
      return fits ? [] : [{ code: 'format', lang, name: `${place}, ${format}` }]
    }),
  )
}

function ofName(name: string, schema: JsonSchema, fits: (schema: JsonSchema) => boolean): Found[] {
  const found = printSchemaAt(schema, name)
  if (found !== undefined && fits(found)) return []
  return [{ code: found === undefined ? 'unknown' : 'kind', lang: null, name }]
}
