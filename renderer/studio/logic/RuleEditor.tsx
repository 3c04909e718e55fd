import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { type RuleEffect, type RuleKind, VALUE_KINDS } from '../../../runtime/core/studio/allRules.ts'
import { writeRule } from '../../../runtime/core/studio/ruleItems.ts'
import { useDesign } from '../useDesign.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { celMistake } from './celMistake.ts'
import { keepFormulaDraft, useFormulaDraft } from './formulaDrafts.ts'
import { RuleBeside } from './RuleBeside.tsx'
import type { Logic } from './useLogic.ts'

export interface EditedRule {
  kind: RuleKind
  /** JSON Pointer of the `{ cel }`. */
  path: string
  placed: PlacedField
  /** `optionDisabled`, `optionShown`: the option. */
  option?: { value: unknown; label: unknown }
  effect?: RuleEffect
  /** Empty: not stored yet. */
  cel: string
}

/** Editor of one rule of a form: its condition, and what stands beside it. */
export function RuleEditor({ rule, logic }: { rule: EditedRule; logic: Logic }): ReactNode {
  const { session } = useDesign()
  const { kind, path, placed, cel } = rule
  const typed = useFormulaDraft(session, path)
  return (
    <div className="ag-studio-rule__editor">
      <ConditionEditor
        cel={cel}
        operands={logic.operandsAt(placed, kind)}
        isValue={VALUE_KINDS.includes(kind)}
        typed={typed}
        onTyped={(text) => keepFormulaDraft(session, path, text)}
        mistakeOf={(text) => celMistake(text, kind, placed, logic.form)}
        onWrite={(next) => session.change(translate('studio.edit.rule'), (form) => writeRule(form, rule, next), { merge: path })}
      />
      <RuleBeside rule={rule} logic={logic} />
    </div>
  )
}
