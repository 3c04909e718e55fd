/** Earlier answers in the words of a form: `{{Name}}` stands for the answer of the field with that title or name. Words are put in as they are, once:
 *  what was answered is never read as a text with places, and never as HTML. */
import type { FormField, Text } from '../documents.ts'

const PLACE = /\{\{\s*([^{}]+?)\s*\}\}/g

type Fields = Readonly<Record<string, FormField>>

/** Names and titles that the places of a text name. */
export function placesOf(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name]) => name!)
}

/** The text with its places filled in; a place of no field stays as it is written. @param words  of the answer to a field, by its name */
export function fillPlaces(text: string, fields: Fields, words: (name: string) => string): string {
  return text.replaceAll(PLACE, (written, place: string) => {
    const [name] = namesOf(place, fields)
    return name === undefined ? written : words(name)
  })
}

/** Names of the fields that a place can mean: the one of that name, else all of that title in either language. */
export function namesOf(place: string, fields: Fields): string[] {
  if (Object.hasOwn(fields, place)) return [place]
  return Object.keys(fields).filter((name) => textsOf(fields[name]!.title).includes(place))
}

/** What is written in each language; nothing for texts by key and texts that bring their own values. */
export function textsOf(text: Text | undefined): string[] {
  if (typeof text === 'string') return text.startsWith('@') ? [] : [text]
  if (!text || 'with' in text) return []
  return [text.zh, text.en]
}
