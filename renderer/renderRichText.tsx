/** HTML text -> React elements by an allow-list. Anything not listed loses its tag and keeps its words; scripts, styles and frames go whole. */
import type { ReactNode } from 'react'
import { createElement } from 'react'
import { safeAddress } from '../runtime/client/routes.ts'
import { AppLink } from './widgets/light/AppLink.tsx'

const ELEMENTS = new Set(
  'p br hr h2 h3 h4 h5 h6 strong b em i u s sub sup ul ol li blockquote pre code table thead tbody tr th td caption figure figcaption span div'.split(
    ' ',
  ),
)
const DROPPED = new Set(['script', 'style', 'iframe', 'object', 'embed', 'template', 'noscript', 'svg', 'math'])
const VOID = new Set(['br', 'hr'])
/** Headings inside a text stand below the page's own. */
const RENAMED: Record<string, string> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' }
const DEEPEST = 40

/** @param html markup from a person; may be anything */
export function renderRichText(html: string): ReactNode {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return renderChildren(body, 0)
}

function renderChildren(parent: Element, depth: number): ReactNode[] {
  return [...parent.childNodes].map((child, index) => renderNode(child, index, depth + 1))
}

function renderNode(node: ChildNode, key: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element) || depth > DEEPEST) return null
  const name = node.localName
  if (DROPPED.has(name)) return null
  if (name === 'a') return renderLink(node, key, depth)
  if (name === 'img') return renderImage(node, key)
  const element = RENAMED[name] ?? name
  if (!ELEMENTS.has(element)) return renderChildren(node, depth)
  if (VOID.has(element)) return createElement(element, { key })
  const content = createElement(element, { key, ...spans(node, element) }, ...renderChildren(node, depth))
  return element === 'table' ? (
    <div key={key} className="ag-prose__table">
      {content}
    </div>
  ) : (
    content
  )
}

function renderLink(node: Element, key: number, depth: number): ReactNode {
  return (
    <AppLink key={key} to={node.getAttribute('href') ?? ''} newTab={node.getAttribute('target') === '_blank'}>
      {renderChildren(node, depth)}
    </AppLink>
  )
}

function renderImage(node: Element, key: number): ReactNode {
  const address = node.getAttribute('src') ?? ''
  const safe = address.startsWith('data:image/') ? address : safeAddress(address)
  return safe ? <img key={key} src={safe} alt={node.getAttribute('alt') ?? ''} loading="lazy" /> : null
}

function spans(node: Element, element: string): Record<string, number> {
  if (element !== 'td' && element !== 'th') return {}
  const names = { colspan: 'colSpan', rowspan: 'rowSpan' } as const
  const found = Object.entries(names).filter(([name]) => Number(node.getAttribute(name)) > 1)
  return Object.fromEntries(found.map(([name, prop]) => [prop, Number(node.getAttribute(name))]))
}
