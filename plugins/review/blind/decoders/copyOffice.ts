/** A document of Word, Excel or PowerPoint built anew from the parts that its main part shows, under names of their kinds. Properties, custom XML, data of programs, addresses, and parts
 *  that no relation leads to are never written. */

import { type Zippable, zipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { copyJpeg } from './copyJpeg.ts'
import { copyPicture } from './copyPicture.ts'
import { copyVideo } from './copyVideo.ts'
import { KEPT_RELATIONS, MEDIA_TYPES, UNINSPECTED_RELATIONS } from './officeRules.ts'
import { Bookmarks, escapeXml, writeXml, XML_HEAD } from './officeXml.ts'
import { Withheld } from './Withheld.ts'

/** Times of the parts: the first that zip can tell. */
const NO_TIME = new Date(1980, 0, 1, 12)
const RELATION_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATION_PART = 'application/vnd.openxmlformats-package.relationships+xml'
const KNOWN_TYPE = /^http:\/\/(?:schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.oclc\.org\/ooxml)\/[\w/:.-]+$/
const XML_TYPE =
  /^application\/(?:vnd\.(?:openxmlformats-officedocument|ms-(?:word|excel|powerpoint|office))[\w.+-]*|vnd\.openxmlformats-[\w.+-]+)\+xml$/
const VML_TYPE = 'application/vnd.openxmlformats-officedocument.vmlDrawing'
/** Names of the main parts, by their folder. */
const MAIN: Readonly<Record<string, string>> = { word: 'document.xml', xl: 'workbook.xml', ppt: 'presentation.xml' }
/** Copied only where a part uses them. */
const MEDIA: ReadonlySet<string> = new Set(['image', 'media', 'video'])

interface Relation {
  id: string
  type: string
  /** Last word of the type. */
  kind: string
  /** Path of the part; null: outside of the document. */
  target: string | null
}

/** @throws Withheld, Error for what cannot be read */
export async function copyOffice(
  bytes: Uint8Array,
  _type: string,
  unzip: (bytes: Uint8Array) => Promise<Map<string, Uint8Array>>,
): Promise<Uint8Array> {
  return new OfficeCopy(await unzip(bytes)).write()
}

class OfficeCopy {
  readonly #given: ReadonlyMap<string, Uint8Array>
  readonly #types: ReadonlyMap<string, string>
  readonly #parts: Zippable = {}
  readonly #overrides: string[] = []
  /** Path in the given document -> path in the copy. */
  readonly #paths = new Map<string, string>()
  readonly #bookmarks = new Bookmarks()
  #folder = ''

  constructor(given: ReadonlyMap<string, Uint8Array>) {
    this.#given = given
    const types = given.get('[Content_Types].xml')
    if (!types) throw new Error('it is no Office document')
    this.#types = contentTypes(textOf(types))
  }

  async write(): Promise<Uint8Array> {
    const main = this.#relationsOf('').find(({ kind }) => kind === 'officeDocument')
    this.#folder = main?.target?.split('/')[0] ?? ''
    if (!main?.target || !(this.#folder in MAIN)) throw new Error('the document has no main part')
    const path = await this.#copy(main.target, 'officeDocument')
    this.#put('_rels/.rels', relationsXml([{ ...main, id: 'rId1', target: path }]))
    this.#put('[Content_Types].xml', this.#contentTypes())
    // readers want the types first
    const { '[Content_Types].xml': types, ...rest } = this.#parts
    return zipSync({ '[Content_Types].xml': types!, ...rest })
  }

  #put(path: string, content: string | Uint8Array): void {
    this.#parts[path] = [typeof content === 'string' ? Buffer.from(content) : content, { mtime: NO_TIME }]
  }

  /** @returns the path of the copy */
  async #copy(given: string, kind: string): Promise<string> {
    const known = this.#paths.get(given)
    if (known) return known
    const bytes = this.#given.get(given)
    if (!bytes) throw new Error('a part is missing')
    const ending = /\.(\w+)$/.exec(given)?.[1]?.toLowerCase() ?? ''
    if (MEDIA.has(kind)) return this.#copyMedia(given, bytes, ending)
    const path = `${this.#folder}/${kind === 'officeDocument' ? MAIN[this.#folder] : `${kind}${this.#paths.size}.${ending === 'vml' ? 'vml' : 'xml'}`}`
    // known before its relations: masters and layouts name each other
    this.#paths.set(given, path)
    await this.#copyXml({ given, path, isVml: ending === 'vml' }, textOf(bytes))
    return path
  }

  async #copyXml({ given, path, isVml }: { given: string; path: string; isVml: boolean }, text: string): Promise<void> {
    const relations = this.#relationsOf(given)
    if (relations.some(({ kind }) => UNINSPECTED_RELATIONS.has(kind))) throw new Withheld('embedded')
    const kept = relations.filter(({ kind, target }) => target !== null && KEPT_RELATIONS.has(kind))
    // authors of programs choose ids; those of a copy are numbers
    const ids = new Map(kept.map(({ id }, at) => [id, `rId${at + 1}`]))
    const { xml, used } = writeXml(text, ids, this.#bookmarks)
    this.#put(path, xml)
    const type = isVml ? VML_TYPE : (this.#types.get(given) ?? '')
    if (!isVml && !XML_TYPE.test(type)) throw new Error('a part of an unknown type')
    this.#overrides.push(`<Override PartName="/${path}" ContentType="${type}"/>`)
    const written: Relation[] = []
    for (const relation of kept)
      if (used.has(relation.id) || !MEDIA.has(relation.kind))
        written.push({ ...relation, id: ids.get(relation.id)!, target: await this.#copy(relation.target!, relation.kind) })
    if (written.length > 0) this.#put(relationsPath(path), relationsXml(written))
  }

  async #copyMedia(given: string, bytes: Uint8Array, ending: string): Promise<string> {
    const type = MEDIA_TYPES[ending]
    // a drawing of another kind may hold anything
    if (!type) throw new Withheld('embedded')
    const copier = type === 'video/mp4' ? copyVideo : type === 'image/jpeg' ? copyJpeg : copyPicture
    const path = `${this.#folder}/media/media${this.#paths.size}.${ending}`
    this.#paths.set(given, path)
    this.#put(path, await copier(bytes, type))
    return path
  }

  #relationsOf(part: string): Relation[] {
    const bytes = this.#given.get(relationsPath(part))
    if (!bytes) return []
    const folder = part.split('/').slice(0, -1)
    return attributesOf(textOf(bytes), 'Relationship').map(({ Id = '', Type = '', Target = '', TargetMode }) => ({
      id: Id,
      type: Type,
      kind: Type.split('/').at(-1) ?? '',
      target: TargetMode === 'External' ? null : resolved(folder, Target),
    }))
  }

  #contentTypes(): string {
    const media = Object.entries(MEDIA_TYPES).map(([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`)
    const usual = `<Default Extension="rels" ContentType="${RELATION_PART}"/><Default Extension="xml" ContentType="application/xml"/>`
    return `${XML_HEAD}<Types xmlns="${CONTENT_TYPES}">${usual}${media.join('')}${this.#overrides.join('')}</Types>`
  }
}

function relationsXml(relations: readonly Relation[]): string {
  const written = relations.map(({ id, kind, type, target }) => {
    const known = KNOWN_TYPE.test(type) ? type : `${RELATION_TYPES}/${kind}`
    return `<Relationship Id="${escapeXml(id)}" Type="${known}" Target="/${target}"/>`
  })
  return `${XML_HEAD}<Relationships xmlns="${RELATIONS}">${written.join('')}</Relationships>`
}

/** `word/document.xml` -> `word/_rels/document.xml.rels`. */
function relationsPath(part: string): string {
  const steps = part.split('/')
  return [...steps.slice(0, -1), '_rels', `${steps.at(-1)}.rels`].join('/')
}

function resolved(folder: readonly string[], target: string): string {
  const steps = target.startsWith('/') ? [] : [...folder]
  for (const step of decodeURIComponent(target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** Path -> type: by its own entry, else by its ending. */
function contentTypes(text: string): ReadonlyMap<string, string> {
  return new Map(attributesOf(text, 'Override').map(({ PartName = '', ContentType = '' }) => [PartName.replace(/^\//, ''), ContentType]))
}

/** Attributes of each element of this name. */
function attributesOf(text: string, element: string): Record<string, string>[] {
  const found: Record<string, string>[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, attributes }) => {
    if (local === element) found.push(Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])))
  })
  parser.write(text).close()
  return found
}

/** UTF-8, or UTF-16 with its mark. */
function textOf(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}
