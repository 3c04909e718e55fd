import { type ReactNode, useId } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { writeBeside } from '../../../runtime/core/studio/ruleItems.ts'
import { useDesign } from '../useDesign.ts'
import type { EditedRule } from './RuleEditor.tsx'
import type { Logic } from './useLogic.ts'
import { useSpeech } from './useLogic.ts'
import { ValueInput } from './ValueInput.tsx'
import { FieldChoice } from './VisualEditor.tsx'

interface BesideProps {
  rule: EditedRule
  logic: Logic
}

/** What stands beside the condition of a rule: the words of a check, the value that is filled in, the step that it leads to. */
export function RuleBeside({ rule, logic }: BesideProps): ReactNode {
  const { session } = useDesign()
  const change = (next: Readonly<Record<string, unknown>>) =>
    session.change(translate('studio.edit.rule'), (form) => writeBeside(form, rule, next), { merge: `${rule.path} beside` })
  if (rule.kind === 'jump') return <Target {...{ rule, logic, change }} />
  // the others are nothing without their condition
  if (rule.cel === '') return null
  if (rule.kind === 'check') return <Message {...{ rule, change }} />
  return rule.kind === 'set' ? <Filled {...{ rule, logic, change }} /> : null
}

type Change = (next: Readonly<Record<string, unknown>>) => void

function Target({ rule, logic, change }: BesideProps & { change: Change }) {
  const steps = logic.steps.filter(({ path }) => path !== rule.placed.path)
  return (
    <label className="ag-studio-rule__beside">
      <span>{translate('studio.rule.goTo')}</span>
      <select className="ag-form-input" value={String(rule.effect?.to ?? 'end')} onChange={({ target }) => change({ to: target.value })}>
        {steps.map(({ name, field }) => (
          <option key={name} value={name}>
            {resolveText(field.title) || name}
          </option>
        ))}
        <option value="end">{translate('studio.rule.send')}</option>
      </select>
    </label>
  )
}

function Message({ rule, change }: { rule: EditedRule; change: Change }) {
  const message = (rule.effect?.message ?? { zh: '', en: '' }) as LocalText
  return (
    <fieldset className="ag-studio-rule__beside">
      <legend>{translate('studio.rule.message')}</legend>
      {(['zh', 'en'] as const).map((lang) => (
        <input
          key={lang}
          className="ag-form-input"
          aria-label={`${translate('studio.rule.message')} ${translate(`studio.lang.${lang}`)}`}
          placeholder={translate(`studio.lang.${lang}`)}
          value={message[lang] ?? ''}
          onChange={({ target }) => change({ message: { ...message, [lang]: target.value } })}
        />
      ))}
    </fieldset>
  )
}

function Filled({ rule, logic, change }: BesideProps & { change: Change }) {
  const id = useId()
  const speech = useSpeech()
  const own = logic.ownAt(rule.placed)
  const others = logic.operandsAt(rule.placed).filter(({ type }) => type === own.type)
  const to = rule.effect?.to
  const cel = (to as { cel?: string } | null | undefined)?.cel
  return (
    <div className="ag-studio-rule__beside">
      {others.length > 0 && (
        <select
          className="ag-form-input ag-studio-rule__kind"
          aria-label={translate('studio.rule.fillWith')}
          value={cel === undefined ? 'value' : 'field'}
          onChange={({ target }) => change({ to: target.value === 'field' ? { cel: others[0]!.field } : null })}
        >
          <option value="value">{translate('studio.rule.aValue')}</option>
          <option value="field">{translate('studio.rule.aField')}</option>
        </select>
      )}
      {cel === undefined ? (
        <ValueInput
          label={translate('studio.rule.filled')}
          operand={own}
          several={own.type === 'choices'}
          value={to ?? undefined}
          onChange={(next) => change({ to: next ?? null })}
        />
      ) : (
        <FieldChoice
          label={translate('studio.rule.otherField')}
          operands={others}
          value={cel}
          speech={speech}
          onChange={(field) => change({ to: { cel: field } })}
        />
      )}
      <label htmlFor={id}>
        <input id={id} type="checkbox" checked={rule.effect?.fixed === true} onChange={({ target }) => change({ fixed: target.checked })} />{' '}
        {translate('studio.rule.fixed')}
      </label>
    </div>
  )
}
