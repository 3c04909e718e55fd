/** A document of Word, Excel or PowerPoint without data about its author: properties, names at comments and tracked changes, accounts, paths on the
 *  author's disk, and what cameras wrote into its pictures. */
import { unzipSync, type Zippable, zipSync } from 'fflate'
import { cleanJpeg } from './cleanJpeg.ts'
import { cleanPicture } from './cleanPicture.ts'

/** Largest size when decompressed, in bytes; larger files are not inspected. */
const LARGEST = 300 * 1024 * 1024
const SOMEONE = '-'
/** Times of the parts: the first that zip can tell. */
const NO_TIME = new Date(1980, 0, 1, 12)
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const EMPTY: Readonly<Record<string, string>> = {
  'docProps/core.xml': `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>`,
  'docProps/app.xml': `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>`,
  'docProps/custom.xml': `${HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
}
/** Attributes of parts about people, whatever their prefix. */
const OF_PEOPLE = /\b((?:\w+:)?(?:author|initials|userId|displayName|userName|lastModifiedBy))="[^"]*"/g
const PEOPLE_PARTS = /^(word\/people|ppt\/(commentAuthors|authors)|xl\/persons\/[^/]+|xl\/revisions\/userNames)\.xml$/

/** The document holds files that are not inspected. */
export class EmbeddedFiles extends Error {}

/** @throws EmbeddedFiles, Error for what cannot be read */
export async function cleanOffice(bytes: Uint8Array): Promise<Uint8Array> {
  let size = 0
  const parts = unzipSync(bytes, {
    filter({ originalSize }) {
      size += originalSize
      if (size > LARGEST) throw new Error('the document is too large when unpacked')
      return true
    },
  })
  const names = Object.keys(parts)
  if (!names.includes('[Content_Types].xml')) throw new Error('it is no Office document')
  if (names.some((name) => /\/(embeddings|activeX)\//.test(name))) throw new EmbeddedFiles()
  const clean: Zippable = {}
  for (const name of names) clean[name] = [await cleanPart(name, parts[name]!), { mtime: NO_TIME }]
  return zipSync(clean)
}

async function cleanPart(name: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (EMPTY[name] !== undefined) return Buffer.from(EMPTY[name])
  if (/\.jpe?g$/i.test(name)) return cleanJpeg(bytes)
  if (/\.png$/i.test(name)) return cleanPicture(bytes, 'image/png')
  if (!/\.(xml|rels|vml)$/i.test(name)) return bytes
  return Buffer.from(cleanXml(name, Buffer.from(bytes).toString('utf8')))
}

function cleanXml(name: string, xml: string): string {
  const anonymous = xml
    .replace(OF_PEOPLE, `$1="${SOMEONE}"`)
    .replace(/(<author>)[^<]*(<\/author>)/g, `$1${SOMEONE}$2`)
    .replace(/<(\w+:)?absPath\b[^>]*\/>/g, '')
    .replace(/(Target=")file:[^"]*"/g, '$1about:blank"')
  return PEOPLE_PARTS.test(name) ? anonymous.replace(/\b(name|providerId|id)="[^"{]*@?[^"{]*"/g, keepNumber) : anonymous
}

/** Ids that other parts name are numbers; names and accounts are not. */
function keepNumber(attribute: string, name: string): string {
  return /^id="\d+"$/.test(attribute) ? attribute : `${name}="${SOMEONE}"`
}
