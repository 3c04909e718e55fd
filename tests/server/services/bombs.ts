/** Small files that unpack to far more, or say that they do, by the decoder that reads them. */
import { deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export interface Bomb {
  decoder: string
  what: string
  data: unknown
  /** @param megabytes  that it unpacks to */
  bytes(megabytes: number): Buffer
  /** Codes of its refusal. */
  refusal: string
}

const zip = (name: string) => (megabytes: number) => Buffer.from(zipSync({ [name]: Buffer.alloc(megabytes * 1_000_000, 32) }))

function office(megabytes: number): Buffer {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${DOCX}.main+xml"/></Types>`
  return Buffer.from(zipSync({ '[Content_Types].xml': Buffer.from(types), 'word/document.xml': Buffer.alloc(megabytes * 1_000_000, 32) }))
}

function pdf(megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_000_000, 32))
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
  )
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n')])
}

/** A GIF whose head names many pixels: 50 megapixels at least. */
function gif(megabytes: number): Buffer {
  const side = Math.min(65_535, Math.ceil(Math.sqrt(Math.max(50, megabytes) * 1_000_000)))
  const size = Buffer.from([side & 0xff, side >> 8, side & 0xff, side >> 8])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x4c, 1, 0, 0x3b]),
  ])
}

export const BOMBS: readonly Bomb[] = [
  { decoder: 'platform.inspect', what: 'a document', data: { name: 'a.docx', allowed: [DOCX] }, bytes: office, refusal: 'FILE_EXCESSIVE' },
  {
    decoder: 'platform.inspect',
    what: 'an OFD',
    data: { name: 'a.ofd', allowed: ['application/ofd'] },
    bytes: zip('OFD.xml'),
    refusal: 'FILE_EXCESSIVE',
  },
  {
    decoder: 'platform.inspect',
    what: 'a PDF',
    data: { name: 'a.pdf', allowed: ['application/pdf'] },
    bytes: pdf,
    refusal: 'FILE_EXCESSIVE',
  },
  { decoder: 'platform.inspect', what: 'a picture', data: { name: 'a.gif', allowed: ['image/gif'] }, bytes: gif, refusal: 'FILE_IMAGE' },
  { decoder: 'platform.picture', what: 'a picture', data: { side: 1000 }, bytes: gif, refusal: 'FILE_IMAGE' },
  { decoder: 'review.copy', what: 'a document', data: { type: DOCX }, bytes: office, refusal: 'FILE_EXCESSIVE' },
  { decoder: 'review.copy', what: 'a PDF', data: { type: 'application/pdf' }, bytes: pdf, refusal: 'FILE_EXCESSIVE' },
  {
    decoder: 'import.sheet',
    what: 'a workbook',
    data: { type: XLSX, limits: { rows: 10, columns: 10, cell: 100 } },
    bytes: zip('xl/workbook.xml'),
    refusal: 'FILE_EXCESSIVE',
  },
  {
    decoder: 'competition.file',
    what: 'a competition',
    data: { content: 'competition.json', files: 10 },
    bytes: zip('competition.json'),
    refusal: 'FILE_EXCESSIVE',
  },
  { decoder: 'pay.alipayBill', what: 'a bill', data: null, bytes: zip('bill.csv'), refusal: 'FILE_EXCESSIVE' },
]
