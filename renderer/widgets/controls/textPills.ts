/** Places for values in a text that a person writes, `{name}`, as pills: the editor shows their label, the answer keeps the place. */
import { mergeAttributes, Node } from '@tiptap/react'
import { resolveText } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'

export interface PillChoice {
  /** Name between the braces. */
  value: string
  label: string
}

const MARK = 'data-pill'
const ELEMENT = /<span[^>]*\bdata-pill="([^"]*)"[^>]*>[^<]*<\/span>/g

/** What the prop `pills` of a control offers: a list of `{ value, label }`. */
export function pillChoices(prop: unknown): PillChoice[] {
  if (!Array.isArray(prop)) return []
  return prop.filter(isRecord).map(({ value, label }) => ({ value: String(value), label: resolveText(label as Text) }))
}

/** The answer as the editor reads it. Braces around another word stay as they are. */
export function withPills(text: string, pills: readonly PillChoice[]): string {
  return pills.reduce((html, { value }) => html.replaceAll(`{${value}}`, `<span ${MARK}="${value}"></span>`), text)
}

/** HTML of the editor as the answer keeps it. */
export function withPlaces(html: string): string {
  return html.replace(ELEMENT, (_, value: string) => `{${value}}`)
}

/** One place in the text: it is moved and deleted as a whole. */
export function pillNode(pills: readonly PillChoice[]) {
  const labelOf = (value: unknown) => pills.find((pill) => pill.value === value)?.label ?? String(value)
  return Node.create({
    name: 'pill',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ value: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute(MARK) } }),
    parseHTML: () => [{ tag: `span[${MARK}]` }],
    renderHTML: ({ node, HTMLAttributes }) => [
      'span',
      mergeAttributes(HTMLAttributes, { [MARK]: node.attrs.value, class: 'ag-rich-pill', value: null }),
      labelOf(node.attrs.value),
    ],
    renderText: ({ node }) => `{${node.attrs.value}}`,
  })
}
