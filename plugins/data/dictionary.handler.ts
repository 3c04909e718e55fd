/** The data dictionary: datasets, what they measure, and the figures that count them, as their documents say. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { DatasetDocument, LocalText, Text } from '../../runtime/core/documents.ts'

interface Entry {
  id: string
  kind: 'dataset' | 'measure' | 'figure'
  title: LocalText
  dataset: LocalText
  meaning: LocalText
  source: LocalText
  smallest: number | null
}

export default defineHandler('data.dictionary', async ({ pageNum = 1, pageSize = 50 }, context) => {
  const { dataset, call } = context.platform.documents
  const list = [...dataset.values()].flatMap((document): Entry[] => {
    const of = { dataset: both(document.title), source: both(document.source), smallest: document.smallestGroup ?? null }
    const measures = Object.entries(document.measures).map(([name, { title, meaning }]) => ({
      ...{ id: `${document.id}.${name}`, kind: 'measure' as const, title: both(title), meaning: both(meaning) },
      ...of,
    }))
    const figures = [...call.values()].flatMap(({ id, title, figure }) =>
      figure?.dataset === document.id
        ? [{ id, kind: 'figure' as const, title: both(title), meaning: splitBy(document, [figure.by].flat(), context), ...of }]
        : [],
    )
    return [
      { id: document.id, kind: 'dataset', title: both(document.title), meaning: both(document.meaning), ...of },
      ...measures,
      ...figures,
    ]
  })
  return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: list.length }
})

function splitBy({ dimensions, meaning }: DatasetDocument, by: readonly string[], { text }: HandlerContext): LocalText {
  const names = by.map((name) => both(dimensions[name]!.title))
  const [rows, zh, en] = [both(meaning), names.map((name) => name.zh).join('、'), names.map((name) => name.en.toLowerCase()).join(', ')]
  return { zh: text('data.dictionary.by', { rows: rows.zh, by: zh }).zh, en: text('data.dictionary.by', { rows: rows.en, by: en }).en }
}

/** Documents write these in both languages. */
function both(text: Text): LocalText {
  return typeof text === 'string' ? { zh: text, en: text } : (text as LocalText)
}
