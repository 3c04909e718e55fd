import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { DesignRule } from '../../../runtime/core/studio/allRules.ts'
import { removeRule } from '../../../runtime/core/studio/ruleItems.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { useDesign } from '../useDesign.ts'
import { Explain } from './Explain.tsx'
import { useFormulaDraft } from './formulaDrafts.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { type Logic, useSpeech } from './useLogic.ts'

interface RuleCardProps {
  rule: DesignRule
  logic: Logic
  isOpen: boolean
  onOpen(open: boolean): void
  /** Shown among the rules that read another field. */
  withField?: boolean
}

/** One rule of the list: its meaning in words, with the editor, the explanation and a link to its field. */
export function RuleCard({ rule, logic, isOpen, onOpen, withField = false }: RuleCardProps): ReactNode {
  const { session } = useDesign()
  const speech = useSpeech()
  const [explained, setExplained] = useState(false)
  const { kind, placed, path, mistake, option } = rule
  const words = logic.words(rule, speech)
  const unfinished = useFormulaDraft(session, path)
  const title = resolveText(placed.field.title) || placed.name
  const remove = () => session.change(translate('studio.edit.ruleRemoved'), (form) => removeRule(form, rule))
  return (
    <article className="ag-studio-rule" aria-label={`${title}: ${translate(`studio.rule.kind.${kind}`)}`} data-rule={path}>
      <div className="ag-studio-rule__head">
        <span className="ag-studio-rule__kindname">
          {withField && `${title} · `}
          {option && `${resolveText(option.label)} · `}
          {translate(`studio.rule.kind.${kind}`)}
        </span>
        <span className={mistake ? 'ag-studio-rule__mistake' : 'ag-studio-rule__words'}>{words}</span>
        <span className="ag-studio-rule__actions">
          <Button
            size="small"
            tone="link"
            aria-expanded={explained}
            onClick={() => setExplained(!explained)}
            disabled={mistake !== null || rule.cel === ''}
          >
            {translate('studio.explain.open')}
          </Button>
          <Button size="small" className="ag-studio-rule__edit" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            {translate(isOpen ? 'studio.rule.close' : 'studio.rule.edit')}
          </Button>
          <Button size="small" tone="link" onClick={remove}>
            {translate('studio.rule.remove')}
          </Button>
        </span>
      </div>
      {unfinished !== null && !isOpen && <p className="ag-studio-hint">{translate('studio.rule.draft', { text: unfinished })}</p>}
      {isOpen && <RuleEditor rule={rule} logic={logic} />}
      {explained && mistake === null && <Explain rule={rule} logic={logic} />}
    </article>
  )
}
