/** HTML text -> React elements by the allow-list of `runtime/core/richText`. Anything not listed loses its tag and keeps its words. */
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { type CleanElement, type CleanNode, cleanMarkup, type MarkupNode } from '../runtime/core/richText/cleanMarkup.ts'
import { TextPicture } from './TextPicture.tsx'
import { AppLink } from './widgets/light/AppLink.tsx'

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
/** Attributes that React calls otherwise. */
const PROPERTIES: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

/** @param html markup from a person; may be anything */
export function renderRichText(html: string): ReactNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return renderAll(cleanMarkup(markupNodes(body)))
}

function markupNodes(parent: Element): MarkupNode[] {
  return [...parent.childNodes].flatMap((node): MarkupNode[] => {
    if (node.nodeType === Node.TEXT_NODE) return [{ text: node.textContent ?? '' }]
    if (!(node instanceof Element)) return []
    const isHtml = node.namespaceURI === HTML_NAMESPACE
    return [{ name: node.localName, isHtml, attribute: (name) => node.getAttribute(name), children: () => markupNodes(node) }]
  })
}

function renderAll(nodes: readonly CleanNode[]): ReactNode[] {
  return nodes.map((node, index) => (typeof node === 'string' ? node : renderElement(node, index)))
}

function renderElement({ name, attributes, children }: CleanElement, key: number): ReactNode {
  if (name === 'a')
    return (
      <AppLink
        key={key}
        to={attributes.href ?? ''}
        newTab={attributes.target === '_blank'}
        className={attributes['data-button'] && 'ag-button ag-button--primary ag-button--medium'}
      >
        {renderAll(children)}
      </AppLink>
    )
  if (name === 'img') return <TextPicture key={key} src={attributes.src ?? ''} alt={attributes.alt ?? ''} />
  if (name === 'br' || name === 'hr') return createElement(name, { key })
  const properties = Object.fromEntries(Object.entries(attributes).map(([attribute, value]) => [PROPERTIES[attribute] ?? attribute, value]))
  const element = createElement(name, { key, ...properties }, ...renderAll(children))
  if (name !== 'table') return element
  return (
    <div key={key} className="ag-prose__table">
      {element}
    </div>
  )
}
