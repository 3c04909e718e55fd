/** What a file for pdfme cannot hold of a template, with the names of the layers that lose it. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { JsonSchema, LocalText, PrintDocument, PrintElement } from '../../../runtime/core/documents.ts'
import { parsePrintText } from '../../../runtime/core/print/printText.ts'
import { printSchemaAt } from '../../../runtime/core/print/printValues.ts'
import { readTemplate, readVersions, writtenPrint } from './ownTemplate.ts'
import { type PdfmeLoss, writePdfme } from './pdfme/writePdfme.ts'
import { templateSchema } from './templateSchema.ts'

/** Characters of a layer that is named by its words. */
const LONGEST = 24

export default defineHandler('certificate.pdfmeLosses', async ({ id, lang }, context) => {
  const row = await readTemplate(id, context)
  const print = writtenPrint(await readVersions(row, context))
  const schema = await templateSchema(row, context)
  const groups = Map.groupBy(writePdfme(print, lang).lost, ({ code }) => code)
  const list = [...groups].map(([code, lost]) => ({ code, layers: lost.flatMap((loss) => nameOf(loss, print, schema, context) ?? []) }))
  return { lang, list }
})

/** As the designer names layers; a side where a side loses something. Null for the whole file. */
function nameOf({ page, layer }: PdfmeLoss, print: PrintDocument, schema: JsonSchema, context: HandlerContext): string | null {
  if (page === null) return null
  const texts = context.platform.texts[context.lang]
  const side = texts[page === 0 ? 'studioPrint.front' : 'studioPrint.back']!
  const element = layer === null ? undefined : print.pages[page]!.elements[layer]
  if (!element) return side
  const name = element.name ?? wordsOf(element, schema, context) ?? texts[`studioPrint.kind.${element.kind}`]!
  return print.pages.length > 1 ? `${name} (${side})` : name
}

function wordsOf(element: PrintElement, schema: JsonSchema, { lang }: HandlerContext): string | null {
  if (element.kind !== 'text') return null
  const words = parsePrintText(element.text[lang])
    .map((part) =>
      'text' in part ? part.text : `‹${(printSchemaAt(schema, part.place)?.title as LocalText | undefined)?.[lang] ?? part.place}›`,
    )
    .join('')
    .trim()
  if (words === '') return null
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words
}
