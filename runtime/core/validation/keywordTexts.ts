/** The messages of the keyword documents as texts, so that a keyword's code, rule and words are in one place. */
import type { KeywordDocument, Text } from '../documents.ts'
import type { Lang } from '../platform.ts'

/** `keyword.<name>.<code>` -> text, in one language. A message given as `@key` is looked up in `texts`. */
export function keywordTexts(
  documents: Iterable<KeywordDocument>,
  lang: Lang,
  texts: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const made: Record<string, string> = {}
  for (const { keyword, messages } of documents)
    for (const [code, message] of Object.entries(messages)) made[`keyword.${keyword}.${code}`] = wordsOf(message, lang, texts)
  return made
}

function wordsOf(text: Text, lang: Lang, texts: Readonly<Record<string, string>>): string {
  if (typeof text === 'string') return texts[text.slice(1)] ?? text
  return 'text' in text ? wordsOf(text.text, lang, texts) : text[lang]
}
