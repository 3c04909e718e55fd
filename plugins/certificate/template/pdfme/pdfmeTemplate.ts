/** The parts of a pdfme template that are read and written (https://pdfme.com/docs/getting-started#template): fields by page, in millimetres. */
export interface PdfmeField {
  [key: string]: unknown
  name: string
  type: string
  position: { x: number; y: number }
  width: number
  height: number
  content?: string
}
export interface PdfmeTemplate {
  basePdf: { width: number; height: number; padding: [number, number, number, number] }
  schemas: PdfmeField[][]
  pdfmeVersion: string
}

/** Ours and theirs. */
export const ALIGNMENTS = { left: 'left', centre: 'center', right: 'right' } as const

/** Name of a value in pdfme's texts (`{name}`): one word, so dots of our names become double underscores. */
export function toPdfmeName(name: string): string {
  return name.replaceAll('.', '__')
}

/** Our name of a value: pdfme takes no dots. */
export function fromPdfmeName(name: string): string {
  return name.replaceAll('__', '.')
}
