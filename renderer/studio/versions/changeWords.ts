import { isLocalText, resolveText, translate } from '../../../runtime/client/texts.ts'
import { formLogic } from '../../../runtime/core/documents/formLogic.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { describeCel, type RuleWords } from '../../../runtime/core/studio/describeRule.ts'
import type { FormChange } from '../../../runtime/core/studio/diffForms.ts'
import { type FindEnum, ruleOperands } from '../../../runtime/core/studio/ruleOperands.ts'
import { propertyWords } from '../metaWords.ts'

export interface ComparedForms {
  before: FormDocument
  after: FormDocument
}

/** One difference between two versions as text. */
export function changeWords({ code, field, values }: FormChange, forms: ComparedForms, speech: RuleWords, enums: FindEnum): string {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) shown[name] = valueWords(name, value)
  if (code.startsWith('rule') && field !== null)
    for (const side of ['before', 'after'] as const)
      if (values[side]) shown[side] = ruleWords(String(values[side]), forms[side], field, speech, enums)
  return translate(`studio.change.${code}`, shown)
}

function valueWords(name: string, value: unknown): string {
  if (name === 'kind') return translate(`studio.rule.kind.${String(value)}`)
  if (name === 'keyword') return propertyWords(String(value))
  if (isLocalText(value)) return resolveText(value)
  if (value === null || value === undefined || value === '') return translate('studio.versions.nothing')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ruleWords(cel: string, form: FormDocument, template: string, speech: RuleWords, enums: FindEnum): string {
  const logic = formLogic(form)
  const placed = logic.byTemplate.get(template)
  return placed ? describeCel(cel, ruleOperands(form, logic, placed, enums), speech) : cel
}
