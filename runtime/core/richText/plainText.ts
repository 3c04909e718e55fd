/** Formatted text as plain words, for what has no formatting: text messages, the plain part of a mail, lists. */
import type { CleanNode } from './cleanMarkup.ts'
import { cleanNodes } from './cleanRichText.ts'

const PARAGRAPHS = new Set(['p', 'div', 'h3', 'h4', 'ul', 'ol', 'blockquote', 'pre', 'table', 'figure', 'hr'])
const LINES = new Set(['li', 'tr', 'caption', 'figcaption'])

/** Paragraphs are parted by an empty line, list items begin with a hyphen, and a link has its address behind its words.
 *  @param html  anything that a person wrote. @throws TEXT_EXCESSIVE */
export function plainText(html: string): string {
  return wordsOf(cleanNodes(html))
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function wordsOf(nodes: readonly CleanNode[]): string {
  return nodes.map(wordsOfNode).join('')
}

function wordsOfNode(node: CleanNode): string {
  if (typeof node === 'string') return node.replace(/\s*\n\s*/g, ' ')
  const { name, attributes, children } = node
  if (name === 'br') return '\n'
  if (name === 'img') return attributes.alt ?? ''
  const words = wordsOf(children)
  if (name === 'a') return attributes.href === undefined || attributes.href === words ? words : `${words} (${attributes.href})`
  if (name === 'td' || name === 'th') return `${words} `
  if (LINES.has(name)) return `\n${name === 'li' ? '- ' : ''}${words.trim()}\n`.replace(/\n\n+/g, '\n')
  return PARAGRAPHS.has(name) ? `\n\n${words}\n\n` : words
}
