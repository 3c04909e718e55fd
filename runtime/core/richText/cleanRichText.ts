/** Formatted text as a person sent it -> the HTML that is stored. For the server and its handlers; browsers bring their own parser. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { VOID } from './allowList.ts'
import { boundedTree } from './boundedTree.ts'
import { type CleanNode, cleanMarkup, isBlank, type MarkupNode } from './cleanMarkup.ts'

const HTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'

/** Only elements, attributes and addresses of the allow-list; `''` when nothing of it would be seen. Clean text stays as it is. @throws TEXT_EXCESSIVE */
export function cleanRichText(html: string): string {
  const nodes = cleanNodes(html)
  return isBlank(nodes) ? '' : nodes.map(write).join('')
}

/** The allowed part of a text as a tree. @throws TEXT_EXCESSIVE */
export function cleanNodes(html: string): CleanNode[] {
  return cleanMarkup(markupNodes(parseFragment(html, { treeAdapter: boundedTree() })))
}

function markupNodes({ childNodes }: DefaultTreeAdapterTypes.ParentNode): MarkupNode[] {
  return childNodes.flatMap((node): MarkupNode[] => {
    if ('value' in node) return [{ text: node.value }]
    if (!('tagName' in node)) return []
    const isHtml = node.namespaceURI === HTML_NAMESPACE
    const attribute = (name: string) => node.attrs.find((each) => each.name === name)?.value ?? null
    return [{ name: node.tagName, isHtml, attribute, children: () => markupNodes(node) }]
  })
}

function write(node: CleanNode): string {
  if (typeof node === 'string') return escapeText(node)
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
  const start = `<${node.name}${attributes.join('')}>`
  if (VOID.has(node.name)) return start
  const content = node.children.map(write).join('')
  // the parser drops a line break right after the start
  return `${start}${node.name === 'pre' && content.startsWith('\n') ? '\n' : ''}${content}</${node.name}>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
}
