import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { pointer } from '../../../runtime/core/documents/failure.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { optionsAt, RULE_KEYS } from '../../../runtime/core/studio/allRules.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { EditedRule } from './RuleEditor.tsx'
import type { Logic } from './useLogic.ts'

const KINDS = ['visible', 'required', 'enabled', 'computed', 'optionDisabled'] as const

/** A new rule: choice of the field and the effect. It is stored once it is complete. */
export function AddRule({ logic, of, onAdd }: { logic: Logic; of: PlacedField | undefined; onAdd(rule: EditedRule): void }): ReactNode {
  const fields = logic.logic.fields
  const [chosen, setChosen] = useState('')
  const [wanted, setWanted] = useState<(typeof KINDS)[number]>('visible')
  const [optionPath, setOptionPath] = useState('')
  const placed = fields.find(({ path }) => path === chosen) ?? of ?? fields[0]
  if (!placed) return null
  const options = optionsAt(placed)
  const kinds = KINDS.filter((id) => id !== 'optionDisabled' || options.length > 0)
  const kind = kinds.includes(wanted) ? wanted : 'visible'
  const option = kind === 'optionDisabled' ? (options.find(({ path }) => path === optionPath) ?? options[0]) : undefined
  const path = option ? pointer(option.path, 'disabledWhen') : pointer(placed.path, RULE_KEYS[kind as keyof typeof RULE_KEYS])
  const isThere = logic.rules.some((rule) => rule.path === path)
  return (
    <fieldset className="ag-studio-logic__add" aria-label={translate('studio.logic.add')}>
      <label>
        <span>{translate('studio.logic.ofField')}</span>
        <select className="ag-form-input" value={placed.path} onChange={({ target }) => setChosen(target.value)}>
          {fields.map((field) => (
            <option key={field.path} value={field.path}>
              {resolveText(field.field.title) || field.name}
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
      <Button icon="plus" onClick={() => onAdd({ kind, path, placed, cel: '', ...(option ? { option } : {}) })}>
        {translate(isThere ? 'studio.logic.change' : 'studio.logic.addRule')}
      </Button>
    </fieldset>
  )
}
