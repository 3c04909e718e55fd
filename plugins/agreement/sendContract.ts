/** Fills a template and answers it as a PDF file. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { fillPlaceholders, fillWords } from './contractFields.ts'

interface Filled {
  template: { title: LocalText; text: LocalText; number: number }
  values: Readonly<Record<string, string>>
  lang: 'zh' | 'en'
  /** Of the file, without its ending. */
  name: string
}

/** @throws PDF_TOO_LONG, BUSY */
export async function sendContract({ template, values, lang, name }: Filled, { files, reply, now, text }: HandlerContext): Promise<void> {
  const title = fillWords(template.title[lang], values)
  const bytes = await files.pdf.write({
    title,
    lang,
    html: fillPlaceholders(template.text[lang], values),
    footer: `${title}  v${template.number}`,
    createdAt: now.toISOString(),
  })
  const file = `${text('agreement.contractFile')[lang]}-${name}.pdf`
  reply.header('content-type', 'application/pdf')
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', `attachment; filename="contract.pdf"; filename*=UTF-8''${encodeURIComponent(file)}`)
  reply.stream(bytes)
}
