/** A PDF written anew from what its catalogue reaches and its pages show. Properties, XMP, private data of programs, attached files, forms, structure, scripts, addresses that are
 *  opened, names at comments, and objects that nothing refers to are never written. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  PDFWriter,
} from '@cantoo/pdf-lib'
import { copyIcc } from './copyIcc.ts'
import { copyJp2 } from './copyJp2.ts'
import { copyJpeg } from './copyJpeg.ts'
import { destinationsOf } from './pdfDestinations.ts'
import { type Kind, PDF_KEYS, PDF_TEXTS, SHOWN_ANNOTATIONS } from './pdfRules.ts'

/** Pictures whose bytes hold more than pixels, by their filter. */
const PICTURES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { '/DCTDecode': copyJpeg, '/JPXDecode': copyJp2 }
const OBJECTS_PER_TICK = 1000

/** @throws for one that is encrypted or cannot be read */
export async function copyPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const { catalog, context } = await PDFDocument.load(bytes, { updateMetadata: false })
  const target = PDFContext.create()
  target.trailerInfo.Root = target.register(new Copy(context, target, catalog).dict(catalog, 'catalog'))
  return PDFWriter.forContext(target, OBJECTS_PER_TICK).serializeToBuffer()
}

class Copy {
  readonly #from: PDFContext
  readonly #to: PDFContext
  readonly #refs = new Map<PDFRef, PDFRef>()
  readonly #destinationOf: ReturnType<typeof destinationsOf>

  constructor(from: PDFContext, to: PDFContext, catalog: PDFDict) {
    this.#from = from
    this.#to = to
    this.#destinationOf = destinationsOf(catalog)
  }

  dict(given: PDFDict, kind: Kind): PDFDict {
    const made = this.#to.obj({})
    this.#fill(made, given, kind)
    return made
  }

  #fill(made: PDFDict, given: PDFDict, kind: Kind): void {
    for (const [key, value] of given.entries()) {
      const name = key.decodeText()
      const inner = kind === 'named' ? 'drawing' : kind === 'plain' ? 'plain' : PDF_KEYS[kind][name]
      if (inner === undefined) continue
      const copied = name === 'Dest' ? this.#destination(value) : this.#value(value, inner, PDF_TEXTS.has(name))
      if (copied) made.set(PDFName.of(name), copied)
    }
    if (kind === 'annotation') this.#address(made, given)
    // without a name a layer is damaged
    if (kind === 'layer' && given.has(PDFName.of('Name'))) made.set(PDFName.of('Name'), PDFString.of('-'))
  }

  /** Undefined for what is left out. */
  #value(value: PDFObject, kind: Kind, isText = false): PDFObject | undefined {
    if (value instanceof PDFRef) return this.#ref(value, kind)
    if (value instanceof PDFStream) return this.#stream(value, kind)
    if (value instanceof PDFDict) return this.#shown(value, kind) ? this.dict(value, kind) : undefined
    if (value instanceof PDFArray) return this.#array(value, kind)
    if (value instanceof PDFString || value instanceof PDFHexString) return isText ? value : undefined
    return value
  }

  #ref(ref: PDFRef, kind: Kind): PDFRef | undefined {
    const known = this.#refs.get(ref)
    if (known) return known
    const object = this.#from.lookup(ref)
    if (object === undefined) return undefined
    if (object instanceof PDFDict) {
      if (!this.#shown(object, kind)) return undefined
      // known before it is filled: pages and their tree name each other
      const made = this.#to.obj({})
      const at = this.#keep(ref, made)
      this.#fill(made, object, kind)
      return at
    }
    const copied = this.#value(object, kind)
    return copied && this.#keep(ref, copied)
  }

  #keep(ref: PDFRef, object: PDFObject): PDFRef {
    const made = this.#to.register(object)
    this.#refs.set(ref, made)
    return made
  }

  #array(array: PDFArray, kind: Kind): PDFArray {
    const first = array.size() > 0 ? array.lookup(0)?.toString() : undefined
    if (first === '/ICCBased') return this.#profile(array)
    const made = PDFArray.withContext(this.#to)
    for (const item of array.asArray()) {
      // colours of an indexed space are bytes in a string
      const copied = this.#value(item, kind, first === '/Indexed')
      if (copied) made.push(copied)
    }
    return made
  }

  #profile(array: PDFArray): PDFArray {
    const stream = array.lookup(1)
    if (!(stream instanceof PDFRawStream)) throw new Error('a profile without its stream')
    const bytes = copyIcc(decodePDFRawStream(stream).decode())
    const count = stream.dict.lookup(PDFName.of('N'), PDFNumber)
    const made = PDFArray.withContext(this.#to)
    made.push(PDFName.of('ICCBased'))
    made.push(this.#to.register(this.#to.flateStream(bytes, { N: count.asNumber() })))
    return made
  }

  #stream(stream: PDFStream, kind: Kind): PDFStream {
    const copier = PICTURES[stream.dict.lookup(PDFName.of('Filter'))?.toString() ?? '']
    const bytes = stream.getContents()
    const made = PDFRawStream.of(this.dict(stream.dict, kind === 'named' ? 'drawing' : kind), copier ? copier(bytes) : bytes)
    return made
  }

  #shown(dict: PDFDict, kind: Kind): boolean {
    if (kind !== 'annotation' || !dict.has(PDFName.of('Rect'))) return true
    return SHOWN_ANNOTATIONS.has(dict.lookup(PDFName.of('Subtype'))?.toString().slice(1) ?? '')
  }

  /** Of links only those inside of the document. */
  #address(made: PDFDict, given: PDFDict): void {
    const action = given.lookup(PDFName.of('A'))
    const isInside = action instanceof PDFDict && action.lookup(PDFName.of('S'))?.toString() === '/GoTo'
    const target = isInside ? action.get(PDFName.of('D')) : undefined
    const destination = target && this.#destination(target)
    if (destination) made.set(PDFName.of('Dest'), destination)
  }

  /** Names of places are chosen by authors: the place itself stands instead. */
  #destination(value: PDFObject): PDFArray | undefined {
    const found = this.#destinationOf(value instanceof PDFRef ? this.#from.lookup(value) : value)
    const [page, ...rest] = found?.asArray() ?? []
    const copied = page instanceof PDFRef ? this.#ref(page, 'page') : undefined
    if (!copied) return undefined
    const made = PDFArray.withContext(this.#to)
    made.push(copied)
    for (const item of rest) {
      const plain = this.#value(item, 'plain')
      if (plain) made.push(plain)
    }
    return made
  }
}
