import { type ReactNode, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { compileVisualRule, isGroup, parseVisualRule, type VisualRule } from '../../../runtime/core/studio/visualRule.ts'
import { Tabs } from '../../widgets/light/Tabs.tsx'
import { CelEditor } from './CelEditor.tsx'
import type { CelMistake } from './celMistake.ts'
import { VisualEditor } from './VisualEditor.tsx'

interface ConditionEditorProps {
  /** What is stored; empty: nothing yet. */
  cel: string
  operands: readonly Operand[]
  /** A value, which rows cannot say. */
  isValue?: boolean
  /** What is typed as an expression and not applied; null: nothing. */
  typed: string | null
  onTyped(text: string | null): void
  mistakeOf(cel: string): CelMistake | null
  onWrite(cel: string): void
}

const EMPTY: VisualRule = { all: [{ field: '', op: 'equals' }] }

/** A condition: as rows where they can express it, else as an expression. An incomplete one stays here until it can be stored. */
export function ConditionEditor(props: ConditionEditorProps): ReactNode {
  const { cel, operands, isValue = false, onWrite } = props
  const stored = isValue ? null : cel === '' ? EMPTY : parseVisualRule(cel)
  const [mode, setMode] = useState(stored ? 'rows' : 'text')
  /** What is on the screen, with the expression that it came from or became. */
  const [draft, setDraft] = useState<{ rule: VisualRule; cel: string } | null>(null)
  const shown = draft && draft.cel === cel ? draft.rule : stored
  const changeRows = (next: VisualRule) => {
    const compiled = compileVisualRule(next)
    setDraft({ rule: next, cel: compiled ?? cel })
    if (compiled !== null && compiled !== cel) onWrite(compiled)
  }
  if (isValue) return <Expression {...props} />
  return (
    <Tabs
      items={['rows', 'text'].map((id) => ({ id, title: translate(`studio.rule.mode.${id}`) }))}
      current={mode}
      onChange={setMode}
      label={translate('studio.rule.modeLabel')}
    >
      {mode === 'text' ? (
        <Expression {...props} />
      ) : shown ? (
        <VisualEditor rule={isGroup(shown) ? shown : { all: [shown] }} operands={operands} onChange={changeRows} />
      ) : (
        <p className="ag-studio-hint">{translate('studio.rule.notRows')}</p>
      )}
    </Tabs>
  )
}

/** An expression becomes the condition when the person says so or leaves it, and only a sound one. */
function Expression({ cel, operands, typed, onTyped, mistakeOf, onWrite }: ConditionEditorProps): ReactNode {
  const text = typed ?? cel
  const mistake = text.trim() === '' ? null : mistakeOf(text)
  const latest = useRef(text)
  latest.current = text
  const change = (next: string) => {
    if (next !== latest.current) onTyped(next === cel ? null : next)
  }
  const apply = () => {
    if (typed === null || typed.trim() === '' || mistakeOf(typed) !== null) return
    onTyped(null)
    if (typed !== cel) onWrite(typed)
  }
  return (
    <>
      <CelEditor
        label={translate('studio.rule.expert')}
        value={text}
        operands={operands}
        mistake={mistake}
        onChange={change}
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
}
