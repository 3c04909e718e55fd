/** Failures of a form as a score sheet, beyond those that keep any form from being published. */
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { DocumentFailure } from '../../runtime/core/platform.ts'
import { criteriaOf, isCriterion, scaleOf } from './scores/sheetTotal.ts'

/** Each at its field. */
export function sheetFailures(form: FormDocument): DocumentFailure[] {
  const fields = Object.entries(form.schema.properties ?? {})
  const at = (name: string, code: string, expected: string, suggestion: string): DocumentFailure => {
    return { file: form.id, path: name === '' ? '' : `/schema/properties/${name}`, code, expected, found: name, suggestion }
  }
  const roles = fields.filter(([, { reviewRole }]) => reviewRole === 'confidence')
  const counting = criteriaOf(form).filter(({ outside }) => !outside)
  return [
    ...fields.flatMap(([name, field]) => [
      ...(isCriterion(field) && !scaleOf(field)
        ? [
            at(
              name,
              'SHEET_NO_SCALE',
              'a lowest and a highest value',
              'set a minimum and a larger maximum, or options with different numbers',
            ),
          ]
        : []),
      ...(isCriterion(field) && field['x-whenHidden'] === 'keep'
        ? [at(name, 'SHEET_HIDDEN_KEPT', 'marks that go when hidden', 'let hidden marks be cleared')]
        : []),
      ...(hidesCriteria(field) ? [at(name, 'SHEET_NESTED', 'criteria beside each other', 'move the criteria out of the group')] : []),
    ]),
    ...roles.slice(1).map(([name]) => at(name, 'SHEET_TWO_CONFIDENCES', 'one question about confidence', 'remove one of the two')),
    ...(counting.length === 0 ? [at('', 'SHEET_NO_CRITERION', 'a criterion that counts', 'add a criterion')] : []),
    ...(counting.length > 0 && counting.every(({ weight }) => weight === 0)
      ? [at('', 'SHEET_NO_WEIGHT', 'a weight above 0', 'give a criterion a weight')]
      : []),
  ]
}

/** A criterion in a group or in its rows would count for nothing. */
function hidesCriteria({ properties, items }: FormField): boolean {
  return Object.values({ ...properties, ...items?.properties }).some((field) => isCriterion(field) || hidesCriteria(field))
}
