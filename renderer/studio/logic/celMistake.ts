/** The mistake of an expression in words, at its place. */
import { hasText, translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { formScope, optionScope, rowScope } from '../../../runtime/core/documents/formLogic.ts'
import { nearest } from '../../../runtime/core/documents/suggest.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileExpression } from '../../../runtime/core/expressions/compileExpression.ts'
import { ExpressionError, type ExpressionReason } from '../../../runtime/core/expressions/ExpressionError.ts'
import { isCompatible, nameOfType, type ScopeType, type ScopeTypes, typeOfSchema } from '../../../runtime/core/expressions/types.ts'
import type { RuleKind } from '../../../runtime/core/studio/allRules.ts'

export interface CelMistake {
  words: string
  offset: number
  length: number
}

/** Null when the expression may be there. */
export function celMistake(cel: string, kind: RuleKind, placed: PlacedField, form: FormDocument): CelMistake | null {
  const isValue = kind === 'computed' || kind === 'prefill'
  const wanted: ScopeType = isValue ? typeOfSchema(placed.field) : kind === 'optionInput' ? 'dyn' : 'boolean'
  const scope = rowScope(formScope(form, true), placed)
  return scopeMistake(cel, kind === 'optionWhen' ? { ...scope, option: optionScope(placed.field) } : scope, wanted)
}

/** @param scope  of the place; absent: any name may be read */
export function scopeMistake(cel: string, scope: ScopeTypes | undefined, wanted: ScopeType): CelMistake | null {
  try {
    const { type } = compileExpression(cel, scope)
    if (isCompatible(wanted, type)) return null
    const words = translate('studio.rule.mistake.type', { wanted: typeWords(nameOfType(wanted)), found: typeWords(nameOfType(type)) })
    return { words, offset: 0, length: cel.length }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { code, offset, unknown, known, reason } = error
    if (reason) return { words: reasonWords(reason), offset, length: 1 }
    if (code !== 'EXPRESSION_UNKNOWN' || unknown === undefined)
      return { words: translate(`studio.rule.mistake.${code}`, { at: offset + 1 }), offset, length: 1 }
    const near = nearest(unknown, [...(known ?? [])])
    const words = translate(near === null ? 'studio.rule.mistake.unknown' : 'studio.rule.mistake.near', { name: unknown, near: near ?? '' })
    return { words, offset, length: unknown.length }
  }
}

function reasonWords({ key, types = {}, values = {} }: ExpressionReason): string {
  const named = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, typeWords(type)]))
  return translate(`studio.rule.mistake.reason.${key}`, { ...values, ...named })
}

/** `list of number` -> its words. */
function typeWords(name: string): string {
  if (name.startsWith(LIST_OF)) return translate('studio.rule.mistake.listOf', { of: typeWords(name.slice(LIST_OF.length)) })
  const key = `studio.rule.mistake.typeName.${name}`
  return hasText(key) ? translate(key) : name
}

const LIST_OF = 'list of '
