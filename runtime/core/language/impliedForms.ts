/** A type that follows from what stands beside it need not be written: of the codes of an enum, of the answers of a form, of a field that names an entity or an enum. */
import { isRecord } from '../isRecord.ts'
import type { Json, ShortForm } from './shortForm.ts'

/** @param typeOf  what is written -> the type that follows, undefined where none does */
function impliedForm(typeOf: (written: Json) => string | undefined): ShortForm {
  return {
    expand(value) {
      if (!isRecord(value) || 'type' in value) return undefined
      const type = typeOf(value)
      return type === undefined ? undefined : { value: { ...value, type } }
    },
    contract(_, contracted) {
      if (!isRecord(contracted)) return contracted
      const { type, ...rest } = contracted
      return type !== undefined && typeOf(rest) === type ? rest : contracted
    },
  }
}

/** Of an enum: all codes are numbers, or texts. */
export const codesForm = impliedForm(({ values }) => {
  if (!Array.isArray(values)) return undefined
  const isNumbers = values.length > 0 && values.every((value) => isRecord(value) && typeof value.code === 'number')
  return isNumbers ? 'integer' : 'string'
})

/** Of the fields of a form. */
export const answersForm = impliedForm(({ properties }) => (isRecord(properties) ? 'object' : undefined))

/** Of a field of an entity. */
export const fieldForm = impliedForm((field) => ('entity' in field ? 'ref' : 'enum' in field ? 'enum' : undefined))
