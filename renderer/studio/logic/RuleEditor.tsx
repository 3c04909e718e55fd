import { type ReactNode, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { PlacedField } from '../../../runtime/core/documents/formFields.ts'
import type { RuleKind } from '../../../runtime/core/studio/allRules.ts'
import { writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { compileVisualRule, isGroup, parseVisualRule, type VisualRule } from '../../../runtime/core/studio/visualRule.ts'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { useDesign } from '../useDesign.ts'
import { CelEditor } from './CelEditor.tsx'
import { celMistake } from './celMistake.ts'
import type { Logic } from './useLogic.ts'
import { VisualEditor } from './VisualEditor.tsx'

export interface EditedRule {
  kind: RuleKind
  /** JSON Pointer of the `{ cel }`. */
  path: string
  placed: PlacedField
  /** `optionDisabled`: the option. */
  option?: { value: unknown; label: unknown }
  /** Empty: not stored yet. */
  cel: string
}

const EMPTY: VisualRule = { all: [{ field: '', op: 'equals' }] }

/** Editor of one rule: as condition rows where they can express it, else as an expression. An incomplete rule stays here until it can be stored. */
export function RuleEditor({ rule, logic }: { rule: EditedRule; logic: Logic }): ReactNode {
  const { session } = useDesign()
  const { kind, path, placed, cel } = rule
  const canBeRows = kind !== 'computed' && kind !== 'optionInput'
  const stored = canBeRows ? (cel === '' ? EMPTY : parseVisualRule(cel)) : null
  const [mode, setMode] = useState(stored ? 'rows' : 'text')
  /** What is on the screen, with the expression that it came from or became. */
  const [draft, setDraft] = useState<{ rule: VisualRule; cel: string } | null>(null)
  const [typed, setTyped] = useState<{ text: string; cel: string } | null>(null)
  const latest = useRef(cel)
  const write = (next: string) => {
    latest.current = next
    session.change(translate('studio.edit.rule'), (form) => writeAt(form, path, { cel: next }), { merge: path })
  }
  const shown = draft && draft.cel === cel ? draft.rule : stored
  const operands = logic.operandsAt(placed)
  const text = typed && typed.cel === cel ? typed.text : cel
  const mistake = text.trim() === '' ? null : celMistake(text, kind, placed, logic.form)
  const changeRows = (next: VisualRule) => {
    const compiled = compileVisualRule(next)
    setDraft({ rule: next, cel: compiled ?? cel })
    if (compiled !== null && compiled !== cel) write(compiled)
  }
  const changeText = (next: string) => {
    if (next === text) return
    const isSound = next.trim() !== '' && celMistake(next, kind, placed, logic.form) === null
    setTyped({ text: next, cel: isSound ? next : cel })
    if (isSound && next !== cel) write(next)
  }
  const expert = (
    <>
      <CelEditor label={translate('studio.rule.expert')} value={text} operands={operands} mistake={mistake} onChange={changeText} />
      {mistake ? (
        <p className="ag-studio-rule__mistake" role="alert">
          {mistake.words} {translate('studio.rule.kept')}
        </p>
      ) : (
        <p className="ag-studio-hint">{translate('studio.rule.expertHint')}</p>
      )}
    </>
  )
  if (!canBeRows) return <div className="ag-studio-rule__editor">{expert}</div>
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
    </div>
  )
}
