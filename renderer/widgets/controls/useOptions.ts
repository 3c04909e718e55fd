/** The options of a field with their words: written in the form, from an enum, or answered by a call (by search, or all together). */
import { useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { firstAnswer } from '../../../runtime/client/firstScreen.ts'
import { request } from '../../../runtime/client/http.ts'
import { findDocument } from '../../../runtime/client/library.ts'
import { isFresh, markOrder } from '../../../runtime/client/requestOrder.ts'
import { language, resolveText } from '../../../runtime/client/texts.ts'
import type { FormField, Options } from '../../../runtime/core/documents.ts'
import type { CalledOptions, OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import { optionParams } from '../../../runtime/core/form/optionQuestions.ts'
import { afterTyping } from '../../afterTyping.ts'
import { SessionContext } from '../../form/SessionContext.ts'

export interface ShownOption {
  value: OptionValue
  label: string
  /** Further words that it is found by. */
  search?: string
  /** Title of its group. */
  group?: string
  children?: ShownOption[]
}
export interface LoadedOptions {
  list: ShownOption[]
  state: 'ready' | 'loading' | 'failed'
  /** What they are asked for with, its parameters evaluated; null for options that need no call. */
  call: CalledOptions | null
  retry(): void
}
const SEARCH_DELAY_MS = 250
/** Lists that calls answered, by call and input: twenty selects with the same options ask once. Kept until an action reaches the server. */
const answered = new Map<string, { at: number; list: Promise<ShownOption[]> }>()

/**
 * @param search what the person typed; the call is asked again when it can search
 * @param path   of the field: inside a repeat group its row is `item` of the call's parameters
 */
export function useOptions(field: FormField, search = '', path?: string): LoadedOptions {
  const options = field['x-options']
  const { lang } = language
  // biome-ignore lint/correctness/useExhaustiveDependencies: their words follow the language
  const known = useMemo(() => staticOptions(options), [options, lang])
  const declared = options && 'call' in options ? options : null
  const params = useParams(declared, path)
  const call = useMemo(() => declared && { ...declared, params: JSON.parse(params) }, [declared, params])
  const [loaded, setLoaded] = useState<Pick<LoadedOptions, 'list' | 'state'>>({
    list: [],
    state: call ? 'loading' : 'ready',
  })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure, another language for its words
  useEffect(() => {
    if (!call) return
    let current = true
    setLoaded((before) => ({ ...before, state: 'loading' }))
    const ask = () =>
      askOptions(call, search).then(
        (list) => current && setLoaded({ list, state: 'ready' }),
        () => current && setLoaded({ list: [], state: 'failed' }),
      )
    const stop = afterTyping(ask, search ? SEARCH_DELAY_MS : 0)
    return () => {
      current = false
      stop()
    }
  }, [call, search, attempt, lang])
  const retry = () => setAttempt((count) => count + 1)
  return call ? { ...loaded, call, retry } : { list: known, state: 'ready', call, retry }
}

/** Parameters of the call as JSON text, so that equal ones ask once; expressions in them follow the answers and the context. */
function useParams(call: CalledOptions | null, path: string | undefined): string {
  const frame = useContext(SessionContext)
  const read = () => JSON.stringify(call && (frame ? optionParams(frame.session.engine, call, path) : fixedParams(call)))
  const follows = frame !== null && call !== null && JSON.stringify(call.params ?? {}).includes('"cel"')
  const subscribe = useCallback((listener: () => void) => (follows ? frame.session.onChange(listener) : () => undefined), [follows, frame])
  return useSyncExternalStore(subscribe, read, read)
}

/** Outside a form there are no answers to follow. */
function fixedParams({ params }: CalledOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).filter(([, value]) => typeof value !== 'object' || value === null || !('cel' in value)),
  )
}

/** Options that need no call; empty for those that do. */
export function staticOptions(options: Options | undefined): ShownOption[] {
  if (!options || 'call' in options) return []
  if ('enum' in options) {
    const { groups = [], values = [] } = findDocument('enums', options.enum) ?? {}
    const titles = new Map(groups.map(({ code, title }) => [code, resolveText(title)]))
    const shown = values.map((entry) => ({
      value: entry.code,
      label: resolveText(entry.label),
      ...(entry.search === undefined ? {} : { search: `${entry.search} ${Object.values(entry.label).join(' ')}` }),
      ...(titles.has(entry.group ?? '') ? { group: titles.get(entry.group ?? '')! } : {}),
    }))
    return groups.length > 0 ? inOrderOf([...titles.values()], shown) : shown
  }
  return options.map((option) => ({
    value: option.value,
    label: resolveText(option.label),
    ...(Array.isArray(option.children) && option.children.length > 0 ? { children: staticOptions(option.children) } : {}),
  }))
}

/** Values of one group stand together, whatever their order in the enum; those without a group come last. */
function inOrderOf(titles: readonly string[], options: readonly ShownOption[]): ShownOption[] {
  const place = ({ group }: ShownOption) => (group === undefined ? titles.length : titles.indexOf(group))
  return options.toSorted((a, b) => place(a) - place(b))
}

/** Options whose answer came with the page; null for none. */
export function firstOptions(call: CalledOptions): ShownOption[] | null {
  const came = firstAnswer(call.call, call.params ?? {})
  if (!came) return null
  const list = rowsOf(came.data).map((row) => optionOf(row, call))
  answered.set(`${language.lang} ${call.call} ${JSON.stringify({ ...call.params })}`, { at: markOrder(), list: Promise.resolve(list) })
  return list
}

/** Asks a call for its options. @throws CallError */
export function askOptions(call: CalledOptions, search: string): Promise<ShownOption[]> {
  const input = { ...call.params, ...(call.search && search ? { [call.search]: search } : {}) }
  const key = `${language.lang} ${call.call} ${JSON.stringify(input)}`
  const known = answered.get(key)
  if (known && isFresh(known.at)) return known.list
  const asked = request<unknown>(call.call, input, { asker: 'options' }).then((data) => rowsOf(data).map((row) => optionOf(row, call)))
  asked.catch(() => answered.delete(key))
  answered.set(key, { at: markOrder(), list: asked })
  return asked
}

function rowsOf(data: unknown): Record<string, unknown>[] {
  const rows = Array.isArray(data) ? data : (data as { list?: unknown[] } | null)?.list
  return (rows ?? []) as Record<string, unknown>[]
}

function optionOf(row: Record<string, unknown>, call: CalledOptions): ShownOption {
  const below = call.childrenKey ? row[call.childrenKey] : undefined
  return {
    value: row[call.valueKey] as OptionValue,
    label: resolveText(row[call.labelKey]),
    ...(Array.isArray(below) && below.length > 0 ? { children: rowsOf(below).map((child) => optionOf(child, call)) } : {}),
  }
}
