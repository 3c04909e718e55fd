import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { describeCel } from '../../../runtime/core/studio/describeRule.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { ConditionEditor } from '../logic/ConditionEditor.tsx'
import { scopeMistake } from '../logic/celMistake.ts'
import { useSpeech } from '../logic/useLogic.ts'
import type { ScopePlace } from './panelExtras.ts'
import { useScopeAt } from './useScopeAt.ts'
import '../logic/logic.css'

interface ConditionFieldProps {
  id: string
  /** Whose scope it is. */
  place: ScopePlace
  value: { cel: string } | undefined
  onChange(value: { cel: string } | undefined): void
}

/** A condition of a screen: its words, and on demand its editor. */
export function ConditionField({ id, place, value, onChange }: ConditionFieldProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const speech = useSpeech()
  const cel = value?.cel ?? ''
  const known = useScopeAt(place, isOpen || cel !== '')
  const words = cel === '' ? translate('studio.rule.none') : known ? describeCel(cel, known.operands, speech) : '…'
  const remove = () => {
    setTyped(null)
    setOpen(false)
    onChange(undefined)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the label above it
    <div className="ag-studio-condition" id={id} role="group" aria-labelledby={`${id}-label`}>
      <p className="ag-studio-condition__words">{words}</p>
      <div className="ag-studio-condition__buttons">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {translate(isOpen ? 'studio.rule.close' : cel === '' ? 'studio.rule.set' : 'studio.rule.edit')}
        </Button>
        {cel !== '' && (
          <Button size="small" tone="link" onClick={remove}>
            {translate('studio.rule.remove')}
          </Button>
        )}
      </div>
      {isOpen && known && (
        <ConditionEditor
          cel={cel}
          operands={known.operands}
          typed={typed}
          onTyped={setTyped}
          mistakeOf={(text) => scopeMistake(text, known.scope, 'boolean')}
          onWrite={(next) => onChange({ cel: next })}
        />
      )}
    </div>
  )
}
