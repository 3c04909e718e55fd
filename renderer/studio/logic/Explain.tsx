import { type ReactNode, useState } from 'react'
import { serverNow } from '../../../runtime/client/clock.ts'
import { translate } from '../../../runtime/client/texts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { createFormEngine, type FormEngine } from '../../../runtime/core/form/createFormEngine.ts'
import { type DesignRule, VALUE_KINDS } from '../../../runtime/core/studio/allRules.ts'
import { describeRule, operandTitle, type RuleWords, valueTitle } from '../../../runtime/core/studio/describeRule.ts'
import { decidingReasons, explainRule, type RuleReason } from '../../../runtime/core/studio/explainRule.ts'
import type { Operand } from '../../../runtime/core/studio/ruleOperands.ts'
import { isGroup, membersOf } from '../../../runtime/core/studio/visualRule.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { type Logic, useSpeech } from './useLogic.ts'
import { ValueInput } from './ValueInput.tsx'

/** The result of a rule for sample answers, with the reason, computed by the form logic itself. */
export function Explain({ rule, logic }: { rule: DesignRule; logic: Logic }): ReactNode {
  const speech = useSpeech()
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({})
  const operands = logic.operandsAt(rule.placed, rule.kind)
  const asked = operands.filter((operand) => isRead(operand, rule))
  const path = rule.placed.template.replaceAll('/*', '/0')
  const engine = sampleEngine(logic, asked, answers)
  if (!engine) return <p className="ag-studio-hint">{translate('studio.explain.broken')}</p>
  const { result, reasons } = explainRule(engine, rule.cel, path)
  return (
    <div className="ag-studio-explain">
      <fieldset className="ag-studio-explain__answers" aria-label={translate('studio.explain.sample')}>
        {asked.map((operand) => (
          <div key={operand.field}>
            <span aria-hidden="true">{operandTitle(operand.field, operands, speech)}</span>
            <ValueInput
              label={operandTitle(operand.field, operands, speech)}
              operand={operand.type === 'rows' ? { type: 'number' } : operand}
              several={operand.type === 'choices'}
              value={answers[operand.field]}
              onChange={(value) => setAnswers({ ...answers, [operand.field]: value })}
            />
          </div>
        ))}
      </fieldset>
      <p className="ag-studio-explain__result" role="status">
        <strong>
          {VALUE_KINDS.includes(rule.kind)
            ? translate('studio.explain.value', {
                value: result === null ? translate('studio.rule.noValue') : valueTitle(result, undefined, speech),
              })
            : translate(`studio.explain.${rule.kind}.${result === true ? 'yes' : 'no'}`)}
        </strong>{' '}
        {reasons && <Because reason={reasons} operands={operands} />}
      </p>
      {reasons && isGroup(reasons.rule) && (
        <ul className="ag-studio-explain__rows" aria-label={translate('studio.explain.rows')}>
          <Reason reason={reasons} operands={operands} />
        </ul>
      )}
    </div>
  )
}

/** A condition of the rule: whether it holds now, and what it asks about holds now. Groups have theirs below. */
function Reason({ reason, operands }: { reason: RuleReason; operands: readonly Operand[] }): ReactNode {
  const speech = useSpeech()
  const { rule, holds, inner } = reason
  return (
    <li data-holds={holds}>
      <span className={holds ? 'ag-studio-explain__yes' : 'ag-studio-explain__no'}>
        <Icon name={holds ? 'check' : 'close'} size="small" />
        <span className="ag-hidden">{translate(`studio.explain.${holds ? 'holds' : 'fails'}`)}</span>
      </span>
      {isGroup(rule) ? (
        <span>{translate(`studio.rule.joins.${membersOf(rule).join}`)}</span>
      ) : (
        <span>
          {describeRule(rule, operands, speech)}
          <span className="ag-studio-hint"> {translate('studio.explain.now', { answer: answerWords(reason, operands, speech) })}</span>
        </span>
      )}
      {inner.length > 0 && (
        <ul>
          {inner.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <Reason key={at} reason={each} operands={operands} />
          ))}
        </ul>
      )}
    </li>
  )
}

function answerWords({ rule, answer }: RuleReason, operands: readonly Operand[], speech: RuleWords): string {
  const field = 'rows' in rule ? rule.rows : 'field' in rule ? rule.field : ''
  if (answer === null || answer === undefined) return translate('studio.explain.nothing')
  if ('rows' in rule) return translate('studio.explain.rowCount', { count: Array.isArray(answer) ? answer.length : 0 })
  return valueTitle(
    answer,
    operands.find((one) => one.field === field),
    speech,
  )
}

function Because({ reason, operands }: { reason: RuleReason; operands: readonly Operand[] }): ReactNode {
  const speech = useSpeech()
  const words = decidingReasons(reason).map((each) => {
    const answer = answerWords(each, operands, speech)
    return translate(`studio.explain.because.${each.holds ? 'holds' : 'fails'}`, {
      rule: describeRule(each.rule, operands, speech),
      answer,
    })
  })
  return words.join(translate('studio.explain.and'))
}

function isRead({ template, field, type }: Operand, { reads }: DesignRule): boolean {
  if (template === undefined) return reads.includes(field)
  return reads.some((read) => read === template || (type === 'rows' && read.startsWith(`${template}/`)))
}

/** Answers of the form with the samples in their places; a rule in a row is in the first row. */
function sampleEngine({ form }: Logic, asked: readonly Operand[], samples: Readonly<Record<string, unknown>>): FormEngine | null {
  const answers: Record<string, unknown> = {}
  const context: Record<string, unknown> = Object.fromEntries(Object.keys(form.context ?? {}).map((name) => [name, null]))
  for (const operand of asked) {
    const value = samples[operand.field]
    if (value === undefined) continue
    if (operand.from === 'clock') continue
    if (operand.template === undefined) context[operand.field.slice('context.'.length)] = value
    else if (operand.type === 'rows')
      put(
        answers,
        operand.template,
        Array.from({ length: Math.min(50, Number(value)) }, () => ({})),
      )
    else put(answers, operand.template, value)
  }
  try {
    const now = typeof samples.now === 'string' ? samples.now : serverNow()
    return createFormEngine(compileForm(withSamples(form, asked, samples)), answers, { permissions: [], context, now, rights: 'all' })
  } catch {
    return null
  }
}

/** A sample stands in the place of what the form would compute. */
function withSamples(form: FormDocument, asked: readonly Operand[], samples: Readonly<Record<string, unknown>>): FormDocument {
  const given = new Set(asked.flatMap(({ template, field }) => (samples[field] === undefined ? [] : [template])))
  const fields = Object.entries(form.schema.properties).map(([name, field]) => {
    const { 'x-computed': computed, ...rest } = field
    return [name, computed && given.has(`/${name}`) ? rest : field] as const
  })
  return { ...form, schema: { ...form.schema, properties: Object.fromEntries(fields) } }
}

function put(answers: Record<string, unknown>, template: string, value: unknown): void {
  const steps = template.split('/').slice(1)
  let at: Record<string, unknown> = answers
  for (const [index, step] of steps.entries()) {
    if (index === steps.length - 1) at[step] = value
    else if (steps[index + 1] === '*') {
      const rows = (at[step] as Record<string, unknown>[] | undefined) ?? [{}]
      at[step] = rows
      at = rows[0]!
    } else if (step !== '*') {
      const next = (at[step] as Record<string, unknown> | undefined) ?? {}
      at[step] = next
      at = next
    }
  }
}
