/** The options of a filter: written in place, from an enum, or from a call. Children of nested options follow their parent. */
import { useEffect, useState } from 'react'
import { request } from '../runtime/client/http.ts'
import { findDocument } from '../runtime/client/library.ts'
import { evaluateEntries } from '../runtime/client/scope.ts'
import { resolveText, translate } from '../runtime/client/texts.ts'
import type { FormField, Options, Text } from '../runtime/core/documents.ts'
import { useScope } from './ScreenContext.ts'
import { useScoped } from './useScoped.ts'

export interface FilterOption {
  value: string
  label: string
}
type CalledOptions = Extract<Options, { call: string }>

export function useOptions(field: FormField): FilterOption[] {
  const options = field['x-options']
  const called = useCalledOptions(options && 'call' in options ? options : null)
  return useScoped(() => {
    if (called) return called.map(({ value, label }) => ({ value, label: resolveText(label) }))
    if (!options) return booleanOptions()
    if ('enum' in options)
      return (findDocument('enums', options.enum)?.values ?? []).map(({ code, label }) => ({
        value: String(code),
        label: resolveText(label),
      }))
    return Array.isArray(options) ? options.map(({ value, label }) => ({ value: String(value), label: resolveText(label) })) : []
  })
}

function useCalledOptions(options: CalledOptions | null): { value: string; label: Text }[] | null {
  const scope = useScope()
  const params = useScoped(() => (options ? evaluateEntries(options.params, scope) : null))
  const [found, setFound] = useState<{ value: string; label: Text }[] | null>(null)
  useEffect(() => {
    if (!options || !params) return
    const controller = new AbortController()
    request<unknown>(options.call, params, { signal: controller.signal }).then(
      (data) => setFound(rowsOf(data).map((row) => ({ value: String(row[options.valueKey]), label: row[options.labelKey] as Text }))),
      () => setFound([]),
    )
    return () => controller.abort()
  }, [options, params])
  return options ? (found ?? []) : null
}

function rowsOf(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data
  const list = (data as { list?: unknown } | null)?.list
  return Array.isArray(list) ? list : []
}

function booleanOptions(): FilterOption[] {
  return [
    { value: 'true', label: translate('kernel.yes') },
    { value: 'false', label: translate('kernel.no') },
  ]
}
