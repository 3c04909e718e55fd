/** What a reader of a PDF finds: its words in their order, its title and language. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  /** Words of each page, without line ends and spaces: lines break where there is no room. */
  pages: string[]
  title: string
  language: string
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replace(/\s+/g, ''),
    )
  }
  const { info } = await document.getMetadata()
  const { Title, Language } = info as { Title: string; Language: string }
  await task.destroy()
  return { pages, title: Title, language: Language }
}
