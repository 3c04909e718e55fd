/** A new rule: of which field, and what it decides. It is stored when it says something. */
import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { pointer } from '../../../runtime/core/documents/failure.ts'
import type { PlacedField } from '../../../runtime/core/documents/form-fields.ts'
import { RULE_KEYS } from '../../../runtime/core/studio/allRules.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { EditedRule } from './RuleEditor.tsx'
import type { Logic } from './useLogic.ts'

const KINDS = ['visible', 'required', 'enabled', 'computed'] as const

export function AddRule({ logic, of, onAdd }: { logic: Logic; of: PlacedField | undefined; onAdd(rule: EditedRule): void }): ReactNode {
  const fields = logic.logic.fields
  const [chosen, setChosen] = useState('')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('visible')
  const placed = fields.find(({ path }) => path === chosen) ?? of ?? fields[0]
  if (!placed) return null
  const path = pointer(placed.path, RULE_KEYS[kind])
  const isThere = placed.field[RULE_KEYS[kind]] !== undefined
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
        <select className="ag-form-input" value={kind} onChange={({ target }) => setKind(target.value as typeof kind)}>
          {KINDS.map((id) => (
            <option key={id} value={id}>
              {translate(`studio.rule.kind.${id}`)}
            </option>
          ))}
        </select>
      </label>
      <Button icon="plus" onClick={() => onAdd({ kind, path, placed, cel: '' })}>
        {translate(isThere ? 'studio.logic.change' : 'studio.logic.addRule')}
      </Button>
    </fieldset>
  )
}
