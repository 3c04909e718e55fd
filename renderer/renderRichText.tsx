/** HTML text -> React elements by the allow-list of `runtime/core/richText`. Anything not listed loses its tag and keeps its words. */
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { type CleanElement, type CleanNode, cleanMarkup, type MarkupNode } from '../runtime/core/richText/cleanMarkup.ts'
import { storedFile } from '../runtime/core/storedFile.ts'
import { TextFile } from './TextFile.tsx'
import { TextPicture } from './TextPicture.tsx'
import { TextVideo } from './TextVideo.tsx'
import { AppLink } from './widgets/light/AppLink.tsx'

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
/** Attributes that React calls otherwise. */
const PROPERTIES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** What stands in the place of a live part, by its name. */
type DrawLive = (name: string) => ReactNode

let clean = (html: string): CleanNode[] => cleanMarkup(markupNodes(new DOMParser().parseFromString(html, 'text/html').body))

/** For where there is no parser of a browser. */
export function cleanTextBy(cleaner: (html: string) => CleanNode[]): void {
  clean = cleaner
}

/** @param html markup from a person; may be anything. @param live draws what the page fills in; without it such places are empty */
export function renderRichText(html: string, live: DrawLive = () => null): ReactNode {
  return renderAll(clean(html), live)
}

function markupNodes(parent: Element): MarkupNode[] {
  return [...parent.childNodes].flatMap((node): MarkupNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [{ text: node.textContent ?? '' }]
    if (!(node instanceof Element)) return []
    const isHtml = node.namespaceURI === HTML_NAMESPACE
    return [{ name: node.localName, isHtml, attribute: (name) => node.getAttribute(name), children: () => markupNodes(node) }]
  })
}

function renderAll(nodes: readonly CleanNode[], live: DrawLive): ReactNode[] {
  return nodes.map((node, index) => (typeof node === 'string' ? node : renderElement(node, index, live)))
}

function renderElement({ name, attributes, children }: CleanElement, key: number, live: DrawLive): ReactNode {
  if (name === 'a') return renderLink(attributes, key, renderAll(children, live))
  if (name === 'img') return <TextPicture key={key} src={attributes.src ?? ''} alt={attributes.alt ?? ''} />
  const video = attributes['data-video'] === undefined ? null : linkIn(children)
  if (video) return <TextVideo key={key} {...video} />
  if (attributes['data-live'] !== undefined)
    return (
      <div key={key} className="ag-prose__live">
        {live(attributes['data-live'])}
      </div>
    )
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  const properties = Object.fromEntries(Object.entries(attributes).map(([attribute, value]) => [PROPERTIES[attribute] ?? attribute, value]))
  const element = createElement(name, { key, ...properties }, ...renderAll(children, live))
  if (name !== 'table') return element
  return (
    <div key={key} className="ag-prose__table">
      {element}
    </div>
  )
}

/** The link of a video, and its words. */
function linkIn(nodes: readonly CleanNode[]): { href: string; title: string } | null {
  const link = nodes.find((node): node is CleanElement => typeof node !== 'string' && node.name === 'a')
  return link ? { href: link.attributes.href ?? '', title: wordsOf(link) } : null
}

function wordsOf({ children }: CleanElement): string {
  return children.map((node) => (typeof node === 'string' ? node : wordsOf(node))).join('')
}

function renderLink({ href = '', target, ...looks }: CleanElement['attributes'], key: number, words: ReactNode): ReactNode {
  const className = looks['data-button'] && 'ag-button ag-button--primary ag-button--medium'
  const file = storedFile(href)
  if (file !== null)
    return (
      <TextFile key={key} id={file} className={className}>
        {words}
      </TextFile>
    )
  return (
    <AppLink key={key} to={href} newTab={target === '_blank'} className={className}>
      {words}
    </AppLink>
  )
}
