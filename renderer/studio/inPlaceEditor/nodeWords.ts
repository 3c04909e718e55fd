import { isLocalText, resolveText } from '../../../runtime/client/texts.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { valueWords } from '../metaWords.ts'

const NAMED_BY = ['title', 'label', 'text', 'table', 'form', 'fragment', 'part', 'widget', 'menu', 'id'] as const
const LONGEST = 36

/** What a node is, and what it says. */
export function nodeWords(content: Readonly<Record<string, unknown>>): { kind: string; name: string } {
  const kind = valueWords('node', String(content.node))
  const action = isRecord(content.action) ? content.action.label : undefined
  const found = [...NAMED_BY.map((key) => content[key]), action].find((value) => value !== undefined && value !== null)
  const name = wordsOf(found)
    .replace(/<[^>]*>/g, '')
    .replace(/\{\{[^}]*\}\}/g, '…')
  return { kind, name: name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name }
}

/** Words that an expression makes are known on the page alone: `…` stands for them. */
function wordsOf(value: unknown): string {
  if (value === undefined) return ''
  if (isRecord(value) && 'with' in value) return wordsOf(value.text)
  return typeof value === 'string' || isLocalText(value) ? resolveText(value) : '…'
}
