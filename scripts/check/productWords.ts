/** Keeps product facts out of the kernel: no product word, not even in a comment or a path, in the code below `runtime/` and `renderer/`. They belong
 *  into documents and plugins. No Chinese text in any code, also of plugins: `context.text(key)` reads it from schemas/locales. */
import type { SourceFile } from './readSources.ts'

const CODE = /^(runtime|renderer)\/|^plugins\/.*\.tsx?$/
const PLUGIN = /^plugins\//
const PRODUCT_WORD = /competition|sign_?up|\bteam|certificate|captain|invoice/i
/** X.509 is cryptography, whatever the product calls its papers. */
const TECHNICAL = /X509Certificate|certificateToAsn1|X\.509 certificate/g
const CHINESE = /\p{Script=Han}+/u
const COMMENT = /^\s*(\/\/|\/?\*).*|\s\/\/\s.*$|\{?\/\*.*\*\/\}?/g
/** In a comment of the file, with the reason: its text is read but not shown, is shown when none can be fetched, or is a language's own name. */
const ALLOWED = 'allowed text:'

/** @returns one line per place: file, line, word */
export function checkProductWords(sources: SourceFile[]): string[] {
  return sources.filter(({ path }) => CODE.test(path)).flatMap(wordsOfFile)
}

function wordsOfFile({ path, text }: SourceFile): string[] {
  const isPlugin = PLUGIN.test(path)
  const isTextAllowed = text.includes(ALLOWED)
  const wordsOf = (line: string) => [...(isPlugin ? [] : productIn(line)), ...(isTextAllowed ? [] : chineseIn(line))]
  const inPath = !isPlugin && PRODUCT_WORD.test(path) ? [`${path}: product word in the path`] : []
  const inLines = text.split('\n').flatMap((line, index) => wordsOf(line).map((word) => `${path}:${index + 1}: ${word}`))
  return [...inPath, ...inLines]
}

function productIn(line: string): string[] {
  const found = PRODUCT_WORD.exec(line.replaceAll(TECHNICAL, ''))?.[0]
  return found ? [`product word "${found}"`] : []
}

function chineseIn(line: string): string[] {
  const found = CHINESE.exec(line.replace(COMMENT, ''))?.[0]
  return found ? [`Chinese text "${found}"; texts belong into schemas/locales`] : []
}
