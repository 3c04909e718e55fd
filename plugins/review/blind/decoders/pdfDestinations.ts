/** Places of a PDF that links name: by a name in the catalogue's dictionary, by a text in its tree of names, or written out. */
import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from '@cantoo/pdf-lib'

const DEEPEST = 32

/** @returns the place, written out; undefined when there is none */
export function destinationsOf(catalog: PDFDict): (value: PDFObject | undefined) => PDFArray | undefined {
  const names = new Map<string, PDFArray>()
  const keep = (name: string, value: PDFObject | undefined) => {
    const place = value instanceof PDFDict ? value.lookup(PDFName.of('D')) : value
    if (place instanceof PDFArray) names.set(name, place)
  }
  const old = catalog.lookup(PDFName.of('Dests'))
  if (old instanceof PDFDict) for (const key of old.keys()) keep(key.decodeText(), old.lookup(key))
  const tree = catalog.lookup(PDFName.of('Names'))
  const root = tree instanceof PDFDict ? tree.lookup(PDFName.of('Dests')) : undefined
  if (root instanceof PDFDict) readTree(root, keep)
  return (value) => (value instanceof PDFArray ? value : value === undefined ? undefined : names.get(textOf(value) ?? ''))
}

function readTree(node: PDFDict, keep: (name: string, value: PDFObject | undefined) => void, depth = 0): void {
  if (depth > DEEPEST) return
  const pairs = node.lookup(PDFName.of('Names'))
  if (pairs instanceof PDFArray)
    for (let at = 0; at + 1 < pairs.size(); at += 2) keep(textOf(pairs.lookup(at)!) ?? '', pairs.lookup(at + 1))
  const kids = node.lookup(PDFName.of('Kids'))
  if (!(kids instanceof PDFArray)) return
  for (let at = 0; at < kids.size(); at++) {
    const kid = kids.lookup(at)
    if (kid instanceof PDFDict) readTree(kid, keep, depth + 1)
  }
}

function textOf(value: PDFObject): string | null {
  if (value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName) return value.decodeText()
  return null
}
