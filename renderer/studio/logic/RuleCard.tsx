import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { DesignRule } from '../../../runtime/core/studio/allRules.ts'
import { describeCel } from '../../../runtime/core/studio/describeRule.ts'
import { writeAt } from '../../../runtime/core/studio/documentPath.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { useDesign } from '../useDesign.ts'
import { Explain } from './Explain.tsx'
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
  const { kind, placed, path, cel, mistake, option } = rule
  const words = describeCel(cel, logic.operandsAt(placed), speech)
  const title = resolveText(placed.field.title) || placed.name
  const remove = () => session.change(translate('studio.edit.ruleRemoved'), (form) => writeAt(form, path, undefined))
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
          <Button size="small" tone="link" aria-expanded={explained} onClick={() => setExplained(!explained)} disabled={mistake !== null}>
            {translate('studio.explain.open')}
          </Button>
          <Button size="small" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            {translate(isOpen ? 'studio.rule.close' : 'studio.rule.edit')}
          </Button>
          <Button size="small" tone="link" onClick={remove}>
            {translate('studio.rule.remove')}
          </Button>
        </span>
      </div>
      {isOpen && <RuleEditor rule={rule} logic={logic} />}
      {explained && mistake === null && <Explain rule={rule} logic={logic} />}
    </article>
  )
}
