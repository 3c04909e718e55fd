/** Placeholders of contracts: `{{author}}` in a template, and the values that take their places. */
import { escapeHtml } from '../../runtime/core/escapeHtml.ts'

export const CONTRACT_FIELDS = [
  ...(['organiser', 'competition', 'event', 'work', 'number', 'author', 'members', 'school', 'submittedAt', 'date', 'licence'] as const),
]
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** Names of the placeholders of a text, in their order. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** @param values  plain words: markup in them is shown, never obeyed. What is missing leaves a line to fill in by hand. */
export function fillPlaceholders(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(PLACEHOLDER, (_, name: string) => escapeHtml(values[name] || '________'))
}

/** The same in words without markup: a title. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(PLACEHOLDER, (_, name: string) => values[name] || '________')
}
