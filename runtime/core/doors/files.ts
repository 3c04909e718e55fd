/** Door `context.files`: stored files, what is read out of them, and PDF. Types only. */
import type { PrintDocument } from '../documents.ts'
import type { Lang } from '../platform.ts'
import type { PrintProblem } from '../print/fillPrint.ts'
import type { PrintLang } from '../print/printLangs.ts'
import type { JobProgress } from './jobs.ts'

export interface FilesDoor extends FileService {
  /** Reads a stored file, or bytes that came from outside, by a decoder (`plugins/<area>/decoders/<name>.decoder.ts`) in a process of its own:
   *  `files.decode<typeof copy>('review.copy', file, data)`. Never inside a transaction. @throws FILE_EXCESSIVE, FILE_UNREADABLE, BUSY, what the decoder refuses with */
  decode<D extends Decoder>(decoder: D['name'], source: StoredFile | Uint8Array, data: DecoderData<D>): Promise<Decoded<DecoderValue<D>>>
  /** Writes a workbook (xlsx). Texts stay texts, never formulas. Never inside a transaction. */
  workbook(book: BookOrder): Promise<Buffer>
  /** Writes PDF in a separate thread. Never inside a transaction: a write answers with `reply.later`, a job has `waits`. */
  readonly pdf: PdfService
}

/** A workbook that code writes: rows of texts and numbers. */
export interface BookOrder {
  sheets: readonly BookSheet[]
}
export interface BookSheet {
  title: string
  columns: readonly BookColumn[]
  rows: readonly BookRow[]
}
export interface BookColumn {
  title: string
  /** Shown beside the head. */
  note?: string
  /** A drop-down in each cell of the column. */
  choices?: readonly string[]
}
export interface BookRow {
  cells: readonly (string | number | null)[]
  /** Position of a cell -> what is wrong with it: the cell stands out, with these words beside it. */
  problems?: Readonly<Record<number, string>>
}

/** A document to be written as PDF (A4), its characters embedded. */
export interface PdfDocument {
  /** Heading of the document, and title in the file's properties. */
  title: string
  lang: Lang
  /** Formatted text (HTML): headings, paragraphs, lists, quotes, bold, tables; of a table with `data-chart="bars"` each row is a bar (name, number). Of other
   *  markup only the text is kept. */
  html: string
  /** A first page of its own with the title and these lines. */
  cover?: readonly (string | readonly [string, string])[]
  /** Heading of a list of the headings (h1, h2) with their pages, behind the cover. */
  contents?: string
  /** Small text in the footer of every page, before the page number. */
  footer: string
  /** ISO 8601, of the file's properties. */
  createdAt: string
}

export interface PdfService {
  /** @throws PDF_TOO_LONG with details.max in pages; BUSY while too many wait */
  write(document: PdfDocument): Promise<Buffer>
  /** Prints one sheet for each set of values, in order. The next one is drawn after `each` has finished. @throws what `each` throws; BUSY while too many wait */
  print(order: PrintOrder, each: (sheet: PrintedSheet) => Promise<void>): Promise<void>
  /** The first side of a sheet as PNG, kept for a while. @param width  in pixels @throws BUSY while too many wait */
  picture(order: PictureOrder, width: number): Promise<Buffer>
}

export interface PictureOrder extends Pick<PrintOrder, 'print' | 'lang' | 'pictures'> {
  values: Readonly<Record<string, unknown>>
}

/** A template and the values of its sheets. */
export interface PrintOrder {
  print: PrintDocument
  lang: PrintLang
  /** Address as the template or the values write it -> the file. */
  pictures: ReadonlyMap<string, Uint8Array>
  /** As the operator, where the operator's key is set. */
  sign?: boolean
  /** `createdAt`: ISO 8601, of the file's properties. */
  sheets: readonly { values: Readonly<Record<string, unknown>>; createdAt: string }[]
}

/** The same template, values and moment give the same bytes. */
export interface PrintedSheet {
  /** In `sheets`. */
  index: number
  bytes: Buffer
  /** SHA-256 of the bytes, hexadecimal. */
  hash: string
  /** Title of the file. */
  heading: string
  problems: readonly PrintProblem[]
}

/** A file of a multipart body, as it streams in: the input of a call with `upload`. */
export interface UploadedFile {
  /** As the browser says. */
  name: string
  stream: NodeJS.ReadableStream
}

export interface StoredFile {
  id: string
  name: string
  size: number
  type: string
  width: number | null
  height: number | null
  ownerId: string | null
}

/** How to upload: a request with `headers`, its body the bytes; with `fields`, a multipart form of them and the member `file`, last. */
export interface UploadTicket {
  ticket: string
  method: 'PUT' | 'POST'
  address: string
  headers: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>> | null
  expiresAt: string
}

/** A large file that comes in parts, each in a request of its own. Parts belong to the person who began; calls with the ticket of another are refused. */
export interface UploadParts {
  /** @throws FILE_TOO_LARGE */
  begin(facts: { name: string; size: number; purpose: string }): Promise<{ ticket: string; partBytes: number; received: number }>
  /** Keeps a whole part, or nothing of it. @throws UPLOAD_TICKET */
  add(ticket: string, offset: number, stream: NodeJS.ReadableStream): Promise<{ received: number }>
  /** How many bytes are here from the beginning on. @throws UPLOAD_TICKET */
  received(ticket: string): Promise<{ received: number; partBytes: number }>
  /** The file, inspected as every upload is; the same again when it was made before. @throws UPLOAD_TICKET, and what `store` does */
  end(ticket: string): Promise<StoredFile>
}

export interface FileService {
  parts: UploadParts
  store(stream: NodeJS.ReadableStream, facts: { name: string; purpose: string; ownerId?: string | null }): Promise<StoredFile>
  get(id: string): Promise<StoredFile | null>
  /** @param range  first and last byte, both included; default all. @throws FILE_MISSING */
  open(id: string, range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>
  /** Leave for the person to upload one file of this name and size within minutes, past the server where the store allows it.
   *  @throws FILE_TOO_LARGE, FILE_TYPE */
  ticket(facts: { name: string; size: number; type: string; purpose: string }): Promise<UploadTicket>
  /** The file of a ticket: what `stream` brings, or what was brought to the store. The same file again when it was taken before. It is inspected as
   *  every upload is. @throws UPLOAD_TICKET, and what `store` does */
  takeTicket(ticket: string, stream?: NodeJS.ReadableStream): Promise<StoredFile>
  /** Keeps bytes that the platform wrote itself: no one inspects them. @param facts.type  MIME type */
  keep(bytes: Uint8Array, facts: { name: string; type: string; purpose: string; ownerId?: string | null }): Promise<StoredFile>
  /** A stored file once more, for another row. Null when its bytes are lost. */
  copy(id: string, facts: { name: string; purpose: string }): Promise<StoredFile | null>
  /** Packs files and texts into one zip that only the asking person can download, for a week. It streams, so size does not matter. For jobs. Later entries
   *  of the same name get a number. Files whose bytes are lost are left out and listed in `missing`. */
  pack(
    name: string,
    entries: readonly PackedEntry[],
    progress?: (state: JobProgress) => Promise<void>,
  ): Promise<StoredFile & { missing: string[] }>
}

/** An entry of a zip; `name` may hold folders (`a/b.pdf`). */
export type PackedEntry = { name: string } & ({ file: string } | { text: string })

/** Reads bytes that came from outside. It runs in a process of its own, with bounds on memory, time and what a file unpacks to; it has only the bytes and its data. */
export interface Decoder<D = never, R = unknown> {
  name: string
  /** @throws AgonError, which the caller gets; anything else means a file that cannot be read */
  run(bytes: Uint8Array, data: D, tools: DecoderTools): Promise<Decoded<R>>
}

export interface Decoded<R> {
  value: R
  /** Made from the file. */
  bytes?: Uint8Array
}

export interface DecoderTools {
  /** The parts of a zip, no more of them than a file may unpack to. @param wanted  names of parts; default all @throws FILE_EXCESSIVE */
  unzip(bytes: Uint8Array, wanted?: (name: string) => boolean): Promise<Map<string, Uint8Array>>
  /** Looks at a PDF before a library reads it. @throws FILE_EXCESSIVE, FILE_ACTIVE, FILE_UNREADABLE */
  assertPdf(bytes: Uint8Array): Promise<void>
}

export type DecoderData<D extends Decoder> = Parameters<D['run']>[1]

export type DecoderValue<D extends Decoder> = D extends Decoder<never, infer R> ? R : never
