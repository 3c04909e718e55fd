import { escapeHtml } from '../escapeHtml.ts'

/** Plain words of a message as formatted text: paragraphs, line breaks, addresses that can be followed. Pure. */
const ADDRESS = /https?:\/\/[^\s<>"'，。；、）)]+/g

/** @returns HTML in which every character of the text is escaped */
export function textHtml(text: string): string {
  return escapeHtml(text)
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p>${paragraph.replaceAll('\n', '<br>').replace(ADDRESS, (url) => `<a href="${url}" target="_blank">${url}</a>`)}</p>`,
    )
    .join('')
}
