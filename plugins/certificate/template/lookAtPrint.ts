/** A draft of a sheet as its designer looks at it: the PDF with values, and the mistakes. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import type { Lang } from '../../../runtime/core/platform.ts'
import type { PrintProblem } from '../../../runtime/core/print/fillPrint.ts'
import { readPictures } from '../pictures.ts'

/** Mistakes with which a draft can still be drawn: unknown names stay empty. Other mistakes concern its shape, and nothing can be drawn. */
const DRAWN = ['PARAMETER_UNKNOWN', 'NAME_UNKNOWN', 'PRINT_PICTURE']

interface Looked {
  print: PrintDocument
  documentId: string
  lang: Lang
  /** Asked only when it can be drawn. */
  valuesOf(): Promise<Record<string, unknown>>
}

/** @returns the PDF in base64, null when nothing can be drawn */
export async function lookAtPrint({ print, documentId, lang, valuesOf }: Looked, context: HandlerContext) {
  const failures = (await context.documents.store.failures('print', documentId)).map((failure) => ({ ...failure }))
  const answer = { pdf: null as string | null, failures, problems: [] as PrintProblem[] }
  if (!failures.every(({ code }) => DRAWN.includes(code))) return answer
  const values = await valuesOf()
  const pictures = await readPictures(print, [], context)
  const sheets = [{ values, createdAt: context.now.toISOString() }]
  await context.files.pdf.print({ print, lang, pictures, sheets }, async ({ bytes, problems }) => {
    Object.assign(answer, { pdf: bytes.toString('base64'), problems })
  })
  return answer
}
