/** What is found in all rows before columns are made: how many they are, which form versions they answer, how many files an answer holds at most, and
 *  which values have words that a call knows. */
import type { FormDocument, FormField, Options } from '../../core/documents.ts'
import { holdsFields, holdsFiles } from '../../core/form/holdsFields.ts'
import { isRecord } from '../../core/isRecord.ts'

type Pages = AsyncIterable<Record<string, unknown>[]>
export type CalledOptions = Extract<Options, { call: string }>

/** Of these fields of a form. */
export interface AnswerFacts {
  /** Path of a field -> most files in one answer. */
  files: ReadonlyMap<string, number>
  /** `optionsKey` -> value -> words. */
  words: ReadonlyMap<string, Map<string, string>>
}

export interface Survey {
  total: number
  first: Record<string, unknown> | undefined
  hashes: string[]
  files: Map<string, number>
  called: Map<string, { options: CalledOptions; values: Set<string> }>
}

/** Beyond, values keep their codes. */
const MAX_VALUES = 5000

/** One text for the options of a call, for maps. */
export function optionsKey(options: CalledOptions): string {
  return JSON.stringify(options)
}

/** @param version form version by hash; each is asked for once */
export async function surveyAnswers(
  pages: Pages,
  place: { hash: string; answers: string } | undefined,
  version: (hash: string) => Promise<FormDocument | null>,
): Promise<Survey> {
  const survey: Survey = { total: 0, first: undefined, hashes: [], files: new Map(), called: new Map() }
  const forms = new Map<string, FormDocument | null>()
  for await (const page of pages) {
    survey.total += page.length
    survey.first ??= page[0]
    if (!place) continue
    for (const row of page) {
      if (!row[place.hash]) continue
      const hash = String(row[place.hash])
      if (!forms.has(hash)) forms.set(hash, await version(hash))
      const form = forms.get(hash)
      if (form) surveyFields(form.schema, row[place.answers], '', survey)
    }
  }
  survey.hashes = [...forms.keys()]
  return survey
}

function surveyFields(holder: Pick<FormField, 'properties'>, answers: unknown, prefix: string, survey: Survey): void {
  if (!isRecord(answers)) return
  for (const [name, field] of Object.entries(holder.properties ?? {})) {
    const value = answers[name]
    if (value === undefined || value === null) continue
    const path = prefix + name
    if (holdsFiles(field)) survey.files.set(path, Math.max(survey.files.get(path) ?? 0, [value].flat().length))
    else if (holdsFields(field) === 'group') surveyFields(field, value, `${path}.`, survey)
    else if (holdsFields(field) === 'repeat')
      for (const row of Array.isArray(value) ? value : []) surveyFields(field.items ?? {}, row, `${path}.`, survey)
    else surveyOptions(field['x-options'] ?? field.items?.['x-options'], value, survey)
  }
}

function surveyOptions(options: Options | undefined, value: unknown, { called }: Survey): void {
  if (!options || !('call' in options)) return
  const key = optionsKey(options)
  const { values } = called.get(key) ?? called.set(key, { options, values: new Set() }).get(key)!
  for (const each of [value].flat()) if (values.size < MAX_VALUES) values.add(String(each))
}
