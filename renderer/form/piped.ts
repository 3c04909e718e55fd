/** Words of a form with earlier answers in them, as they stand. */
import { useCallback, useSyncExternalStore } from 'react'
import { formatValue } from '../../runtime/client/format.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField, Text } from '../../runtime/core/documents.ts'
import { childPath } from '../../runtime/core/form/answerPath.ts'
import { controlName } from '../../runtime/core/form/controlName.ts'
import type { FormEngine } from '../../runtime/core/form/createFormEngine.ts'
import { isEmptyAnswer } from '../../runtime/core/form/isEmptyAnswer.ts'
import { fillPlaces } from '../../runtime/core/form/pipedText.ts'
import { staticOptions } from '../widgets/controls/useOptions.ts'
import type { FormSession } from './FormSession.ts'

/** @param path of the field whose text it is: inside a repeat group its row is looked through first */
export function pipedText(engine: FormEngine, path: string, text: Text | undefined): string {
  const words = resolveText(text)
  if (!words.includes('{{')) return words
  const row = engine.template(path)?.row
  const beside = row ? pipeFrom(words, row.schema.items?.properties, engine, path.slice(0, path.lastIndexOf('/'))) : words
  return pipeFrom(beside, engine.compiled.form.schema.properties, engine, '')
}

/** The same for several texts of a field, drawn again when an answer in them changes. */
export function usePiped(session: FormSession, path: string, texts: readonly (Text | undefined)[]): string[] {
  const isPiped = texts.some((text) => resolveText(text).includes('{{'))
  const subscribe = useCallback((listener: () => void) => (isPiped ? session.onChange(listener) : none), [isPiped, session])
  const read = () => (isPiped ? texts.map((text) => pipedText(session.engine, path, text)).join(SEPARATOR) : '')
  const piped = useSyncExternalStore(subscribe, read)
  return isPiped ? piped.split(SEPARATOR) : texts.map((text) => resolveText(text))
}

const none = () => undefined
/** In no text that people read. */
const SEPARATOR = '\u0000'

function pipeFrom(words: string, fields: Record<string, FormField> | undefined, engine: FormEngine, base: string): string {
  return fillPlaces(words, fields ?? {}, (name) => {
    const path = childPath(base, name)
    return engine.isHeld(path) ? answerWords(fields![name]!, engine.value(path)) : NO_ANSWER
  })
}

/** Where nothing was answered yet. */
const NO_ANSWER = '…'

function answerWords(field: FormField, value: unknown): string {
  if (isEmptyAnswer(value)) return NO_ANSWER
  if (Array.isArray(value)) return value.map((each) => answerWords(field, each)).join(translate('form.listComma'))
  const option = staticOptions(field['x-options']).find((each) => each.value === value)
  if (option) return option.label
  if (typeof value === 'boolean') return translate(value ? 'form.yes' : 'form.no')
  const control = controlName(field)
  if (control === 'date' || control === 'datetime') return formatValue(value, control)
  return typeof value === 'object' ? NO_ANSWER : String(value)
}
