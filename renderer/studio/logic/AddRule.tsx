import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { pointer } from '../../../runtime/core/documents/failure.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { OPTION_KEYS, optionsAt, RULE_KEYS } from '../../../runtime/core/studio/allRules.ts'
import { parentPath } from '../../../runtime/core/studio/documentPath.ts'
import { newRulePath } from '../../../runtime/core/studio/ruleItems.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { endStepAfter } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import type { EditedRule } from './RuleEditor.tsx'
import type { Logic } from './useLogic.ts'

const KINDS = [
  'visible',
  'required',
  'enabled',
  'computed',
  'prefill',
  'set',
  'check',
  'optionWhen',
  'optionShown',
  'optionDisabled',
  'jump',
] as const
type AddedKind = (typeof KINDS)[number]
const OF_STEPS: readonly AddedKind[] = ['jump']

/** A new rule: choice of the field and the effect. It is stored once it is complete. */
export function AddRule({ logic, of, onAdd }: { logic: Logic; of: PlacedField | undefined; onAdd(rule: EditedRule): void }): ReactNode {
  const fields = [...logic.logic.fields, ...(logic.steps.length > 1 ? logic.steps : [])]
  const [chosen, setChosen] = useState('')
  const [wanted, setWanted] = useState<AddedKind>('visible')
  const [optionPath, setOptionPath] = useState('')
  const design = useDesign()
  const placed = fields.find(({ path }) => path === chosen) ?? of ?? fields[0]
  if (!placed) return null
  const options = optionsAt(placed)
  const isStep = logic.steps.includes(placed)
  const fits = (id: AddedKind) => (id === 'jump' ? mayLead(logic, placed) : !id.startsWith('option') || options.length > 0)
  const kinds: readonly AddedKind[] = isStep ? OF_STEPS : KINDS.filter(fits)
  const kind = kinds.includes(wanted) ? wanted : kinds[0]!
  const optionKey = OPTION_KEYS[kind as keyof typeof OPTION_KEYS]
  const option = optionKey ? (options.find(({ path }) => path === optionPath) ?? options[0]) : undefined
  const path = option
    ? pointer(option.path, optionKey)
    : (newRulePath(logic.form, kind, placed.path) ?? pointer(placed.path, RULE_KEYS[kind as keyof typeof RULE_KEYS]))
  const isThere = logic.rules.some((rule) => rule.path === path)
  const add = () => {
    if (kind !== 'jump' || isStep) return onAdd({ kind, path, placed, cel: '', ...(option ? { option } : {}) })
    // where a field leads is decided at the end of its step
    const step = endStepAfter(design, placed.path)
    if (step) onAdd({ kind, path: newRulePath(design.session.content, kind, step.path)!, placed: step, cel: '' })
  }
  return (
    <fieldset className="ag-studio-logic__add" aria-label={translate('studio.logic.add')}>
      <label>
        <span>{translate('studio.logic.ofField')}</span>
        <select className="ag-form-input" value={placed.path} onChange={({ target }) => setChosen(target.value)}>
          {fields.map((field) => (
            <option key={field.path} value={field.path}>
              {logic.steps.includes(field)
                ? translate('studio.rule.ofStep', { step: resolveText(field.field.title) || field.name })
                : resolveText(field.field.title) || field.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{translate('studio.logic.decides')}</span>
        <select className="ag-form-input" value={kind} onChange={({ target }) => setWanted(target.value as typeof kind)}>
          {kinds.map((id) => (
            <option key={id} value={id}>
              {translate(`studio.rule.kind.${id}`)}
            </option>
          ))}
        </select>
      </label>
      {option && (
        <label>
          <span>{translate('studio.logic.option')}</span>
          <select className="ag-form-input" value={option.path} onChange={({ target }) => setOptionPath(target.value)}>
            {options.map((each) => (
              <option key={each.path} value={each.path}>
                {resolveText(each.label) || String(each.value)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Button icon="plus" onClick={add}>
        {translate(isThere ? 'studio.logic.change' : 'studio.logic.addRule')}
      </Button>
    </fieldset>
  )
}

/** Whether another field follows it: a field of the root that is not the last. */
function mayLead({ logic }: Logic, { path }: PlacedField): boolean {
  const roots = logic.fields.filter((each) => parentPath(each.path) === '/schema/properties')
  return roots.some((each) => each.path === path) && roots.at(-1)?.path !== path
}
