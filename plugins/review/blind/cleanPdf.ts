/** A PDF without data about its author: the information dictionary, XMP, private data of programs, attached files, names at comments, and what cameras
 *  wrote into its pictures. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { cleanJpeg } from './cleanJpeg.ts'

/** Of any dictionary. */
const TELLING = ['Metadata', 'PieceInfo', 'LastModified', 'AF'] as const
/** Of the catalog beside them. */
const OF_CATALOG = ['Perms', 'DSS', 'Legal', 'SpiderInfo'] as const
/** Of comments: author, times, subject, unique name. */
const OF_COMMENTS = ['T', 'CreationDate', 'M', 'Subj', 'NM', 'RC'] as const

/** @throws for one that is encrypted or cannot be read */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context, catalog } = document
  const gone = new Set<PDFRef>()
  const drop = (dict: PDFDict, key: string): void => {
    const name = PDFName.of(key)
    const value = dict.get(name)
    if (value instanceof PDFRef) gone.add(value)
    dict.delete(name)
  }
  if (context.trailerInfo.Info instanceof PDFRef) gone.add(context.trailerInfo.Info)
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  for (const key of OF_CATALOG) drop(catalog, key)
  const names = catalog.lookup(PDFName.of('Names'))
  if (names instanceof PDFDict) drop(names, 'EmbeddedFiles')
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    for (const dict of dictsOf(object)) {
      for (const key of TELLING) drop(dict, key)
      const type = dict.get(PDFName.of('Type'))?.toString()
      if (type === '/EmbeddedFile' || type === '/Metadata') gone.add(ref)
      if (isComment(dict)) for (const key of OF_COMMENTS) drop(dict, key)
    }
    if (object instanceof PDFRawStream && isJpeg(object)) context.assign(ref, PDFRawStream.of(object.dict, cleanJpeg(object.contents)))
  }
  for (const ref of gone) context.delete(ref)
  return document.save({ useObjectStreams: true, addDefaultPage: false, updateFieldAppearances: false })
}

/** The dictionary of an object, and those that stand in it. */
function dictsOf(object: unknown): PDFDict[] {
  if (object instanceof PDFRawStream) return dictsOf(object.dict)
  if (object instanceof PDFArray) return object.asArray().flatMap(dictsOf)
  return object instanceof PDFDict ? [object, ...object.values().flatMap(dictsOf)] : []
}

function isComment(dict: PDFDict): boolean {
  const subtype = dict.get(PDFName.of('Subtype'))?.toString()
  return dict.has(PDFName.of('Rect')) && subtype !== undefined && subtype !== '/Widget' && subtype !== '/Link'
}

function isJpeg({ dict }: PDFRawStream): boolean {
  return dict.get(PDFName.of('Filter'))?.toString() === '/DCTDecode'
}
