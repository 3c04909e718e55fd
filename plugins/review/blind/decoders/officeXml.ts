/** One XML part of a document, parsed and written anew with what is shown of it: no comments, no processing instructions, no entities of its own, none of the elements and attributes
 *  that `officeRules` leaves out. */
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import {
  DROPPED_ATTRIBUTES,
  DROPPED_ELEMENTS,
  KNOWN_NAMESPACES,
  NAMED_ELEMENTS,
  PEOPLE_ATTRIBUTES,
  PEOPLE_ELEMENTS,
  PREFIX_ATTRIBUTES,
  RELATED_ELEMENTS,
  RELATION_NAMESPACES,
  SHOWN_FIELDS,
} from './officeRules.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SOMEONE = '-'
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const XML = 'http://www.w3.org/XML/1998/namespace'
/** Word makes these by itself. */
const MADE_BOOKMARK = /^_[A-Za-z]+\d*$/
const BOOKMARK_ATTRIBUTES: Readonly<Record<string, string>> = { bookmarkStart: 'name', hyperlink: 'anchor' }
const FIELD_OF_BOOKMARK = /^(\s*(?:PAGEREF|NOTEREF|REF)\s+)(\S+)/i

export interface WrittenXml {
  xml: string
  /** Ids of relations that it uses. */
  used: ReadonlySet<string>
}

/** Bookmarks of one document, under names that say nothing. */
export class Bookmarks {
  readonly #names = new Map<string, string>()
  of(name: string): string {
    if (MADE_BOOKMARK.test(name)) return name
    const known = this.#names.get(name) ?? `b${this.#names.size + 1}`
    this.#names.set(name, known)
    return known
  }
}

/** @param relations  ids that stay, with their new ones @throws for XML that is not well-formed, or has a document type */
export function writeXml(text: string, relations: ReadonlyMap<string, string>, bookmarks: Bookmarks): WrittenXml {
  return new XmlWriter(relations, bookmarks).write(text)
}

class XmlWriter {
  readonly #relations: ReadonlyMap<string, string>
  readonly #bookmarks: Bookmarks
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #used = new Set<string>()
  readonly #open: SaxesTagNS[] = []
  /** Of each field that is open: whether its code stays; null before its code. */
  readonly #fields: (boolean | null)[] = []
  #written = XML_HEAD
  /** Levels inside of an element that is left out. */
  #dropped = 0

  constructor(relations: ReadonlyMap<string, string>, bookmarks: Bookmarks) {
    this.#relations = relations
    this.#bookmarks = bookmarks
  }

  write(text: string): WrittenXml {
    const parser = this.#parser
    parser.on('error', (error) => {
      throw error
    })
    parser.on('doctype', () => {
      throw new Error('a document type')
    })
    parser.on('opentag', (tag) => this.#begin(tag))
    parser.on('closetag', (tag) => this.#end(tag))
    parser.on('text', (words) => this.#text(words))
    parser.on('cdata', (words) => this.#text(words))
    parser.write(text).close()
    return { xml: this.#written, used: this.#used }
  }

  #begin(tag: SaxesTagNS): void {
    if (this.#dropped > 0 || this.#isLeftOut(tag)) {
      this.#dropped += 1
      return
    }
    this.#open.push(tag)
    if (tag.local === 'fldChar') this.#field(tag)
    const attributes = Object.values(tag.attributes).flatMap((attribute) => this.#attribute(tag, attribute as SaxesAttributeNS))
    this.#written += `<${[tag.name, ...attributes].join(' ')}>`
  }

  #end(tag: SaxesTagNS): void {
    if (this.#dropped > 0) {
      this.#dropped -= 1
      return
    }
    this.#open.pop()
    this.#written += `</${tag.name}>`
  }

  #text(words: string): void {
    if (this.#dropped > 0) return
    const local = this.#open.at(-1)?.local ?? ''
    if (PEOPLE_ELEMENTS.has(local)) this.#written += SOMEONE
    else this.#written += escapeXml(local === 'instrText' ? this.#fieldCode(words) : words)
  }

  #isLeftOut({ local, uri, attributes }: SaxesTagNS): boolean {
    if (uri !== '' && !KNOWN_NAMESPACES.test(uri)) return true
    if (DROPPED_ELEMENTS.has(local)) return true
    const isRelated = RELATED_ELEMENTS.has(local)
    return (
      isRelated && Object.values(attributes).some((attribute) => isRelation(attribute as SaxesAttributeNS) && !this.#stays(attribute.value))
    )
  }

  #stays(relation: string): boolean {
    return relation === '' || this.#relations.has(relation)
  }

  #attribute({ local: element }: SaxesTagNS, { name, local, uri, value }: SaxesAttributeNS): string[] {
    const write = (kept: string) => [`${name}="${escapeXml(kept)}"`]
    if (uri === XMLNS) return KNOWN_NAMESPACES.test(value) ? write(value) : []
    if (uri !== '' && uri !== XML && !KNOWN_NAMESPACES.test(uri)) return []
    if (DROPPED_ATTRIBUTES.has(local) || local.startsWith('rsid')) return []
    if (RELATION_NAMESPACES.has(uri)) {
      if (!this.#stays(value)) return []
      this.#used.add(value)
      return write(this.#relations.get(value) ?? '')
    }
    if (PEOPLE_ATTRIBUTES.has(local)) return write(SOMEONE)
    if (local === 'name' && NAMED_ELEMENTS.has(element)) return write(SOMEONE)
    if (local === 'id' && NAMED_ELEMENTS.has(element) && !/^(?:\d+|\{[\dA-F-]{36}\})$/i.test(value)) return write(SOMEONE)
    if (PREFIX_ATTRIBUTES.has(local)) return write(this.#knownPrefixes(value))
    if (BOOKMARK_ATTRIBUTES[element] === local) return write(this.#bookmarks.of(value))
    if (local === 'instr') return write(SHOWN_FIELDS.test(value) ? this.#withBookmark(value) : '')
    if (element === 'name' && local === 'val' && this.#isOwnStyle()) return write(`Style ${this.#written.length}`)
    return write(value)
  }

  #isOwnStyle(): boolean {
    const style = this.#open.at(-2)
    return (
      style?.local === 'style' &&
      Object.values(style.attributes).some((attribute) => (attribute as SaxesAttributeNS).local === 'customStyle')
    )
  }

  #knownPrefixes(list: string): string {
    return list
      .split(/\s+/)
      .filter((prefix) => KNOWN_NAMESPACES.test(this.#parser.resolve(prefix) ?? ''))
      .join(' ')
  }

  #field({ attributes }: SaxesTagNS): void {
    const kind = Object.values(attributes).find((attribute) => (attribute as SaxesAttributeNS).local === 'fldCharType')?.value
    if (kind === 'begin') this.#fields.push(null)
    if (kind === 'end') this.#fields.pop()
  }

  #fieldCode(words: string): string {
    const at = this.#fields.length - 1
    if (at >= 0 && this.#fields[at] === null && words.trim() !== '') this.#fields[at] = SHOWN_FIELDS.test(words)
    return this.#fields[at] ? this.#withBookmark(words) : ''
  }

  #withBookmark(code: string): string {
    return code.replace(FIELD_OF_BOOKMARK, (_, head: string, name: string) => head + this.#bookmarks.of(name))
  }
}

function isRelation({ uri }: SaxesAttributeNS): boolean {
  return RELATION_NAMESPACES.has(uri)
}

/** For texts and attributes alike. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
