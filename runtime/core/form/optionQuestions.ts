/** What a submission chose from lists that calls answer: one question for each answered field, with the parameters its list depends on. The browser
 *  asks the same calls to show the lists; the server asks them again when the answers come. */
import type { Value } from '../documents.ts'
import type { CalledOptions } from './compileOptions.ts'
import type { FormEngine } from './createFormEngine.ts'
import { isEmptyAnswer } from './isEmptyAnswer.ts'

export interface OptionQuestion {
  /** Of the field, concrete: `/members/0/school`. */
  path: string
  /** Of its declaration, with a star for rows. */
  template: string
  options: CalledOptions
  /** Input of the call, without parameters that have no value. */
  params: Record<string, unknown>
  /** A value, a selection of values, or (with `childrenKey`) a way from the top. */
  value: unknown
}

/** Only fields that the person sees and may write: no one is asked to correct another value. */
export function optionQuestions(engine: FormEngine): OptionQuestion[] {
  if (!engine.compiled.fields.some(({ called }) => called)) return []
  return engine.paths().flatMap((path): OptionQuestion[] => {
    const { called: options, computed, path: template } = engine.template(path)!
    const state = engine.state(path)!
    const value = engine.value(path)
    if (!options || computed || !state.visible || !state.writable || isEmptyAnswer(value)) return []
    return [{ path, template, options, params: optionParams(engine, options, path), value }]
  })
}

/** Parameters of an options call as they stand for the field at `path`; expressions follow the answers and the context. */
export function optionParams(engine: FormEngine, { params }: CalledOptions, path?: string): Record<string, unknown> {
  const evaluated = Object.entries(params ?? {}).map(([name, value]) => [name, paramValue(engine, value, path)] as const)
  return Object.fromEntries(evaluated.filter(([, value]) => value !== null && value !== undefined))
}

function paramValue(engine: FormEngine, value: Value, path: string | undefined): unknown {
  const isCel = typeof value === 'object' && value !== null && 'cel' in value
  return isCel ? engine.evaluate(String(value.cel), path) : value
}
