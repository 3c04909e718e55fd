/** Keeps product facts out of the kernel: no product word, not even in a comment or a path, and no Chinese text in the code below
 *  `runtime/` and `renderer/`. Both belong into documents and plugins. */
import type { SourceFile } from './readSources.ts'

const PRODUCT_WORD = /competition|sign_?up|\bteam|certificate|captain|invoice/i
/** X.509 is cryptography, whatever the product calls its papers. */
const TECHNICAL = /X509Certificate|certificateToAsn1|X\.509 certificate/g
const CHINESE = /\p{Script=Han}+/u
const COMMENT = /^\s*(\/\/|\/?\*).*|\s\/\/\s.*$|\{?\/\*.*\*\/\}?/g
/** In a comment of the file: its text is shown when none can be fetched, or is a language's own name. */
const ALLOWED = 'allowed text:'

/** @returns one line per place: file, line, word */
export function checkProductWords(sources: SourceFile[]): string[] {
  return sources.filter(({ path }) => /^(runtime|renderer)\//.test(path)).flatMap(wordsOfFile)
}

function wordsOfFile({ path, text }: SourceFile): string[] {
  const inPath = PRODUCT_WORD.test(path) ? [`${path}: product word in the path`] : []
  const isTextAllowed = text.includes(ALLOWED)
  const inLines = text.split('\n').flatMap((line, index) => wordsOfLine(line, isTextAllowed).map((word) => `${path}:${index + 1}: ${word}`))
  return [...inPath, ...inLines]
}

function wordsOfLine(line: string, isTextAllowed: boolean): string[] {
  const product = PRODUCT_WORD.exec(line.replaceAll(TECHNICAL, ''))?.[0]
  const chinese = isTextAllowed ? undefined : CHINESE.exec(line.replace(COMMENT, ''))?.[0]
  return [
    ...(product ? [`product word "${product}"`] : []),
    ...(chinese ? [`Chinese text "${chinese}"; texts belong into schemas/locales`] : []),
  ]
}
