/** The options of a filter: written in place, from an enum, or all that a call answers. Expressions in the call's parameters see the screen. */
import { useEffect, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { evaluateEntries } from '../../runtime/client/scope.ts'
import { language, translate } from '../../runtime/client/texts.ts'
import type { FormField, Options } from '../../runtime/core/documents.ts'
import type { CalledOptions } from '../../runtime/core/form/compileOptions.ts'
import { useScope } from '../ScreenContext.ts'
import { useScoped } from '../useScoped.ts'
import { askOptions, firstOptions, type ShownOption, staticOptions } from '../widgets/controls/useOptions.ts'
import { filterKind } from './filterKind.ts'

const NONE: ShownOption[] = []

/** @param only asks for the labels of these values only, where the call supports that */
export function useFilterOptions(field: FormField, only?: readonly string[]): ShownOption[] {
  const { revision } = useSnapshot(language)
  const options = useEvaluatedOptions(field)
  const chosen = JSON.stringify(only ?? [])
  const called = useMemo(() => narrowed(options, JSON.parse(chosen)), [options, chosen])
  const [answered, setAnswered] = useState(() => (called && firstOptions(called)) ?? NONE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other labels
  useEffect(() => {
    if (!called) return
    let current = true
    askOptions(called, '').then(
      (list) => current && setAnswered(list),
      () => current && setAnswered(NONE),
    )
    return () => {
      current = false
    }
  }, [called, revision])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  return useMemo(() => {
    if (called) return answered
    return options || filterKind(field) !== 'choice' ? staticOptions(options) : booleanOptions()
  }, [called, answered, options, field, revision])
}

/** Options of a call; narrowed to some values where it takes them. */
function narrowed(options: Options | undefined, values: readonly string[]): CalledOptions | null {
  if (!options || !('call' in options)) return null
  const { valueParameter } = options
  return valueParameter && values.length > 0 ? { ...options, params: { ...options.params, [valueParameter]: [...values] } } : options
}

/** The declared options with the parameters of their call evaluated over the screen. */
export function useEvaluatedOptions(field: FormField): Options | undefined {
  const options = field['x-options']
  const called = options && 'call' in options ? options : null
  const scope = useScope()
  const params = useScoped(() => (called ? evaluateEntries(called.params, scope) : null))
  return useMemo(() => (called && params ? ({ ...called, params } as CalledOptions) : options), [called, params, options])
}

function booleanOptions(): ShownOption[] {
  return [
    { value: 'true', label: translate('kernel.yes') },
    { value: 'false', label: translate('kernel.no') },
  ]
}
