import { type ReactNode, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import { type RuleEffect, type RuleKind, VALUE_KINDS } from '../../../runtime/core/studio/allRules.ts'
import { writeRule } from '../../../runtime/core/studio/ruleItems.ts'
import { compileVisualRule, isGroup, parseVisualRule, type VisualRule } from '../../../runtime/core/studio/visualRule.ts'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { useDesign } from '../useDesign.ts'
import { CelEditor } from './CelEditor.tsx'
import { celMistake } from './celMistake.ts'
import { keepFormulaDraft, useFormulaDraft } from './formulaDrafts.ts'
import { RuleBeside } from './RuleBeside.tsx'
import type { Logic } from './useLogic.ts'
import { VisualEditor } from './VisualEditor.tsx'

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

const EMPTY: VisualRule = { all: [{ field: '', op: 'equals' }] }

/** Editor of one rule: as condition rows where they can express it, else as an expression. An incomplete rule stays here until it can be stored. */
export function RuleEditor({ rule, logic }: { rule: EditedRule; logic: Logic }): ReactNode {
  const { session } = useDesign()
  const { kind, path, placed, cel } = rule
  const canBeRows = !VALUE_KINDS.includes(kind)
  const stored = canBeRows ? (cel === '' ? EMPTY : parseVisualRule(cel)) : null
  const [mode, setMode] = useState(stored ? 'rows' : 'text')
  /** What is on the screen, with the expression that it came from or became. */
  const [draft, setDraft] = useState<{ rule: VisualRule; cel: string } | null>(null)
  const typed = useFormulaDraft(session, path)
  const latest = useRef(cel)
  const write = (next: string) => {
    latest.current = next
    session.change(translate('studio.edit.rule'), (form) => writeRule(form, rule, next), { merge: path })
  }
  const shown = draft && draft.cel === cel ? draft.rule : stored
  const operands = logic.operandsAt(placed, kind)
  const text = typed ?? cel
  const mistake = text.trim() === '' ? null : celMistake(text, kind, placed, logic.form)
  const changeRows = (next: VisualRule) => {
    const compiled = compileVisualRule(next)
    setDraft({ rule: next, cel: compiled ?? cel })
    if (compiled !== null && compiled !== cel) write(compiled)
  }
  const changeText = (next: string) => {
    if (next !== text) keepFormulaDraft(session, path, next === cel ? null : next)
  }
  /** A formula becomes the rule when the person says so or leaves it, and only a sound one. */
  const apply = () => {
    if (typed === null || typed.trim() === '' || celMistake(typed, kind, placed, logic.form) !== null) return
    keepFormulaDraft(session, path, null)
    if (typed !== cel) write(typed)
  }
  const expert = (
    <>
      <CelEditor
        label={translate('studio.rule.expert')}
        value={text}
        operands={operands}
        mistake={mistake}
        onChange={changeText}
        onDone={apply}
      />
      {mistake ? (
        <p className="ag-studio-rule__mistake" role="alert">
          {mistake.words} {translate('studio.rule.kept')}
        </p>
      ) : (
        <p className="ag-studio-hint">{translate(typed === null ? 'studio.rule.expertHint' : 'studio.rule.applies')}</p>
      )}
    </>
  )
  const beside = <RuleBeside rule={rule} logic={logic} />
  if (!canBeRows)
    return (
      <div className="ag-studio-rule__editor">
        {expert}
        {beside}
      </div>
    )
  return (
    <div className="ag-studio-rule__editor">
      <Tabs
        items={['rows', 'text'].map((id) => ({ id, title: translate(`studio.rule.mode.${id}`) }))}
        current={mode}
        onChange={setMode}
        label={translate('studio.rule.modeLabel')}
      >
        {mode === 'text' ? (
          expert
        ) : shown ? (
          <VisualEditor rule={isGroup(shown) ? shown : { all: [shown] }} operands={operands} onChange={changeRows} />
        ) : (
          <p className="ag-studio-hint">{translate('studio.rule.notRows')}</p>
        )}
      </Tabs>
      {beside}
    </div>
  )
}
