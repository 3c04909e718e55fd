/** The mistake of an expression in words, at its place. */
import { translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/form-fields.ts'
import { formScope, rowScope } from '../../../runtime/core/documents/form-logic.ts'
import { nearest } from '../../../runtime/core/documents/suggest.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileExpression } from '../../../runtime/core/expressions/compileExpression.ts'
import { ExpressionError } from '../../../runtime/core/expressions/ExpressionError.ts'
import { isCompatible, nameOfType, type ScopeType, typeOfSchema } from '../../../runtime/core/expressions/types.ts'
import type { RuleKind } from '../../../runtime/core/studio/allRules.ts'

export interface CelMistake {
  words: string
  offset: number
  length: number
}

/** Null when the expression may stand there. */
export function celMistake(cel: string, kind: RuleKind, placed: PlacedField, form: FormDocument): CelMistake | null {
  const wanted: ScopeType = kind === 'computed' ? typeOfSchema(placed.field) : kind === 'optionInput' ? 'dyn' : 'boolean'
  try {
    const { type } = compileExpression(cel, rowScope(formScope(form), placed))
    if (isCompatible(wanted, type)) return null
    const words = translate('studio.rule.mistake.type', { wanted: typeWords(wanted), found: typeWords(type) })
    return { words, offset: 0, length: cel.length }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { code, message, offset, unknown, known } = error
    if (code !== 'EXPRESSION_UNKNOWN' || unknown === undefined)
      return { words: translate(`studio.rule.mistake.${code}`, { detail: message, at: offset + 1 }), offset, length: 1 }
    const near = nearest(unknown, [...(known ?? [])])
    const words = translate(near === null ? 'studio.rule.mistake.unknown' : 'studio.rule.mistake.near', { name: unknown, near: near ?? '' })
    return { words, offset, length: unknown.length }
  }
}

function typeWords(type: ScopeType): string {
  return nameOfType(type)
}
