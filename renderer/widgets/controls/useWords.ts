/** The words of chosen values. A list that is searched or paged need not hold them: words seen before are kept, and unknown values are asked for once
 *  by the call's `valueParameter`. */
import { useEffect, useState } from 'react'
import { language } from '../../../runtime/client/texts.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import { askOptions, type LoadedOptions } from './useOptions.ts'

/** Words by language, call and value. */
const seen = new Map<string, string>()

/** @returns the words of a value; null while they are on their way; the value itself when no one knows it */
export function useWords(chosen: readonly OptionValue[], { list, state, call }: LoadedOptions): (value: OptionValue) => string | null {
  const keyOf = (value: OptionValue) => `${language.lang} ${call?.call} ${JSON.stringify(value)}`
  const [asked, setAsked] = useState<string | null>(null)
  if (call) for (const { value, label } of list) seen.set(keyOf(value), label)
  const unknown = call?.valueParameter && state === 'ready' ? chosen.filter((value) => !seen.has(keyOf(value))) : []
  const missing = JSON.stringify(unknown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the values
  useEffect(() => {
    if (unknown.length === 0) return
    let current = true
    const ended = () => current && setAsked(missing)
    askOptions({ ...call!, params: { ...call!.params, [call!.valueParameter!]: unknown } }, '').then((found) => {
      for (const { value, label } of found) seen.set(keyOf(value), label)
      ended()
    }, ended)
    return () => {
      current = false
    }
  }, [missing, call])
  const isWaiting = state === 'loading' || (unknown.length > 0 && asked !== missing)
  return (value) =>
    list.find((option) => option.value === value)?.label ?? (call && seen.get(keyOf(value))) ?? (isWaiting ? null : String(value))
}
