import { jsonLanguage } from '@codemirror/lang-json'
import { placeOfPath } from '../../renderer/studio/jsonPlaces.ts'

/** Where a JSON Pointer leads in the text of a document. @returns line and column, counted from 1; of the nearest value around it that is there */
export function placeInText(text: string, path: string): { line: number; column: number } {
  const from = placeOfPath(text, jsonLanguage.parser.parse(text), path)?.from ?? 0
  const before = text.slice(0, from).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
