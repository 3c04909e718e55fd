/** Props of the designer of printed sheets, and what it derives from them. */
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { JsonSchema, LocalText, PrintDocument, PrintElement, Text } from '../../../runtime/core/documents.ts'
import type { Lang } from '../../../runtime/core/platform.ts'
import { parsePrintText } from '../../../runtime/core/print/printText.ts'
import { isPrintDay, isWords, printSchemaAt } from '../../../runtime/core/print/printValues.ts'

export interface PrintRevision {
  revision: number
  state: 'draft' | 'published' | 'archived'
  note: string | null
  createdAt: string
  author: string | null
}
export interface DesignedPrint {
  id: string
  name: Text
  content: PrintDocument
  /** Of the stored draft; null without one. */
  hash: string | null
  published: boolean
  changed: boolean
  /** Of the values that the sheet may name. */
  schema: JsonSchema
  samples: { value: string; label: Text }[]
  revisions: PrintRevision[]
}

/** A value that a place may name. */
export interface PrintValue {
  name: string
  title: string
  /** Title of the group around it; empty for one at the top. */
  group: string
  kind: 'words' | 'day' | 'picture' | 'rows'
  /** An address in the web: what codes lead to. */
  isAddress?: true
}

/** All values of a schema, in its order. */
export function printValuesOf(schema: JsonSchema): PrintValue[] {
  return collect(schema, '', '')
}

function collect(schema: JsonSchema, before: string, group: string): PrintValue[] {
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, field]): PrintValue[] => {
    const name = `${before}${key}`
    const title = titleOf(field, key)
    if (isWords(field)) return [{ name, title, group, kind: kindOf(field), ...(field.format === 'uri' && { isAddress: true }) }]
    if (field.type === 'array') return [{ name, title, group, kind: 'rows' }]
    return collect(field, `${name}.`, title)
  })
}

function kindOf(field: JsonSchema): PrintValue['kind'] {
  if (field.contentMediaType === 'image/*') return 'picture'
  return isPrintDay(field) ? 'day' : 'words'
}

/** Columns that the rows of a value have. */
export function columnsOf(schema: JsonSchema, rows: string): { value: string; title: LocalText }[] {
  const items = (printSchemaAt(schema, rows)?.items ?? {}) as JsonSchema
  return Object.entries((items.properties ?? {}) as Record<string, JsonSchema>).flatMap(([value, field]) =>
    isWords(field) ? [{ value, title: (field.title as LocalText | undefined) ?? { zh: value, en: value } }] : [],
  )
}

function titleOf(field: JsonSchema, key: string): string {
  return field.title === undefined ? key : resolveText(field.title as Text)
}

/** Words of a text for the canvas: values under their titles. */
export function canvasRuns(
  text: LocalText,
  lang: Lang,
  values: readonly PrintValue[],
): { text: string; isBold: boolean; isPlace: boolean }[] {
  const titles = new Map(values.map(({ name, title }) => [name, title]))
  return parsePrintText(text[lang] ?? '').map((part) =>
    'text' in part
      ? { ...part, isPlace: false }
      : { text: `‹${titles.get(part.place) ?? part.place}›`, isBold: part.isBold, isPlace: true },
  )
}

/** What a layer is called: its own name, its words, the value that its picture comes from, or its kind. */
export function layerName(element: PrintElement, lang: Lang, values: readonly PrintValue[]): string {
  if (element.name) return element.name
  if (element.kind === 'text') {
    const words = canvasRuns(element.text, lang, values)
      .map(({ text }) => text)
      .join('')
      .trim()
    if (words !== '') return words.length > 24 ? `${words.slice(0, 23)}…` : words
  }
  const picture = element.kind === 'picture' && values.find(({ name }) => name === element.value)?.title
  return picture || translate(`studioPrint.kind.${element.kind}`)
}
