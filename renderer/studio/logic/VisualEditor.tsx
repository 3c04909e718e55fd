/** A rule as rows: field, question, value; nested in all, any or none. Draws any rule and answers the changed one; a row may be unfinished. */
import { type ReactNode, useId } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { operandTitle, operatorKey, type RuleWords } from '../../../runtime/core/studio/describeRule.ts'
import { arityOf, type Operand, questionsOf, takesField } from '../../../runtime/core/studio/ruleOperands.ts'
import {
  groupOf,
  isGroup,
  membersOf,
  type RowsCondition,
  type RuleCondition,
  type RuleGroup,
  type RuleOperator,
  type VisualRule,
} from '../../../runtime/core/studio/visualRule.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'
import { useSpeech } from './useLogic.ts'
import { ValueInput } from './ValueInput.tsx'

interface PartProps<R extends VisualRule> {
  rule: R
  operands: readonly Operand[]
  onChange(rule: VisualRule): void
  /** Absent: it cannot be removed. */
  onRemove?: (() => void) | undefined
}

/** @param props the rule, the operands it may read, and what receives the changed rule */
export function VisualEditor(props: PartProps<VisualRule>): ReactNode {
  const { rule } = props
  if ('rows' in rule || 'field' in rule) return <Row {...props} rule={rule} />
  return <Group {...props} rule={rule} />
}

const JOINS = ['all', 'any', 'not'] as const
const EMPTY: RuleCondition = { field: '', op: 'equals' }

function Group({ rule, operands, onChange, onRemove }: PartProps<RuleGroup>): ReactNode {
  const { join, rules } = membersOf(rule)
  const put = (next: readonly VisualRule[]) => onChange(groupOf(join, next))
  return (
    <fieldset className="ag-studio-rule__group">
      <legend>
        <select
          className="ag-form-input"
          aria-label={translate('studio.rule.joinLabel')}
          value={join}
          onChange={({ target }) => onChange(groupOf(target.value as typeof join, rules))}
        >
          {JOINS.map((id) => (
            <option key={id} value={id}>
              {translate(`studio.rule.joins.${id}`)}
            </option>
          ))}
        </select>
      </legend>
      {rules.map((each, at) => (
        <VisualEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
          key={at}
          rule={each}
          operands={operands}
          onChange={(changed) => put(rules.with(at, changed))}
          onRemove={rules.length > 1 || onRemove ? () => (rules.length > 1 ? put(rules.toSpliced(at, 1)) : onRemove?.()) : undefined}
        />
      ))}
      <div className="ag-studio-rule__add">
        <Button size="small" icon="plus" onClick={() => put([...rules, EMPTY])}>
          {translate('studio.rule.addRow')}
        </Button>
        <Button size="small" icon="plus" onClick={() => put([...rules, groupOf(join === 'any' ? 'all' : 'any', [EMPTY])])}>
          {translate('studio.rule.addGroup')}
        </Button>
        {onRemove && (
          <Button size="small" tone="link" onClick={onRemove}>
            {translate('studio.rule.removeGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const ROW_QUESTIONS = ['some', 'every', 'no'] as const

function Row({ rule, operands, onChange, onRemove }: PartProps<RuleCondition | RowsCondition>): ReactNode {
  const speech = useSpeech()
  const field = 'rows' in rule ? rule.rows : rule.field
  const operand = operands.find((each) => each.field === field)
  const choose = (name: string) => {
    const next = operands.find((each) => each.field === name)
    if (next?.type === 'rows') onChange({ rows: name, op: 'some', where: { all: [EMPTY] } })
    else if (next) onChange({ field: name, op: questionsOf(next)[0]! })
  }
  return (
    <div className="ag-studio-rule__row">
      <FieldChoice label={translate('studio.rule.field')} operands={operands} value={field} speech={speech} onChange={choose} />
      <Question rule={rule} operand={operand} speech={speech} onChange={onChange} />
      {'field' in rule && operand && arityOf(rule.op) !== 'none' && (
        <Value rule={rule} operand={operand} operands={operands} speech={speech} onChange={onChange} />
      )}
      {onRemove && (
        <button type="button" className="ag-studio-rule__remove" aria-label={translate('studio.rule.removeRow')} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
      {'rows' in rule && (
        <div className="ag-studio-rule__where">
          <VisualEditor
            rule={isGroup(rule.where) ? rule.where : { all: [rule.where] }}
            operands={operand?.members ?? []}
            onChange={(where) => onChange({ ...rule, where })}
          />
        </div>
      )}
    </div>
  )
}

interface FieldChoiceProps {
  label: string
  operands: readonly Operand[]
  value: string
  speech: RuleWords
  onChange(field: string): void
}

const FROM = ['option', 'item', 'field', 'context', 'here', 'source', 'person', 'state', 'address', 'session', 'clock'] as const

/** Choice of the field that a row reads. */
export function FieldChoice({ label, operands, value, speech, onChange }: FieldChoiceProps): ReactNode {
  const isKnown = operands.some(({ field }) => field === value)
  const groups = FROM.map((from) => ({ from, list: operands.filter((operand) => operand.from === from) })).filter(
    ({ list }) => list.length > 0,
  )
  const options = (list: readonly Operand[]) =>
    list.map(({ field }) => (
      <option key={field} value={field}>
        {operandTitle(field, operands, speech)}
      </option>
    ))
  return (
    <select className="ag-form-input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {!isKnown && <option value={value}>{value === '' ? translate('studio.rule.chooseField') : value}</option>}
      {groups.length === 1
        ? options(groups[0]!.list)
        : groups.map(({ from, list }) => (
            <optgroup key={from} label={translate(`studio.rule.from.${from}`)}>
              {options(list)}
            </optgroup>
          ))}
    </select>
  )
}

interface QuestionProps {
  rule: RuleCondition | RowsCondition
  operand: Operand | undefined
  speech: RuleWords
  onChange(rule: VisualRule): void
}

function Question({ rule, operand, onChange }: QuestionProps): ReactNode {
  const id = useId()
  const own = operand ? questionsOf(operand) : []
  const questions = [...(operand?.type === 'rows' ? ROW_QUESTIONS : []), ...own]
  const shown = questions.includes(rule.op) ? questions : [rule.op, ...questions]
  const choose = (op: string) => {
    const field = 'rows' in rule ? rule.rows : rule.field
    if (op === 'some' || op === 'every' || op === 'no') onChange({ rows: field, op, where: 'rows' in rule ? rule.where : { all: [EMPTY] } })
    else onChange(withOperator(rule, field, op as RuleOperator))
  }
  return (
    <select
      id={id}
      className="ag-form-input"
      aria-label={translate('studio.rule.question')}
      value={rule.op}
      disabled={!operand}
      onChange={({ target }) => choose(target.value)}
    >
      {shown.map((op) => (
        <option key={op} value={op}>
          {ROW_QUESTIONS.includes(op as never) ? translate(`studio.rule.rowsQuestion.${op}`) : questionWords(op as RuleOperator, operand)}
        </option>
      ))}
    </select>
  )
}

/** The words of an operator without its field and value: what is left between the two. */
function questionWords(op: RuleOperator, operand: Operand | undefined): string {
  if (op.startsWith('count')) return translate(`studio.rule.countQuestion.${op}`)
  return translate(operatorKey(op, operand), { field: '', value: '…' }).trim()
}

/** The value stays when the other operator takes one of its kind. */
function withOperator(rule: RuleCondition | RowsCondition, field: string, op: RuleOperator): RuleCondition {
  const value = 'field' in rule ? rule.value : undefined
  const before = 'field' in rule ? arityOf(rule.op) : 'none'
  const after = arityOf(op)
  if (after === 'none' || value === undefined) return { field, op }
  if (before === after && (typeof value !== 'object' || Array.isArray(value) || takesField(op))) return { field, op, value }
  if (after === 'several' && typeof value !== 'object') return { field, op, value: [value] }
  return after === 'one' && Array.isArray(value) && value[0] !== undefined ? { field, op, value: value[0] } : { field, op }
}

interface ValueProps {
  rule: RuleCondition
  operand: Operand
  operands: readonly Operand[]
  speech: RuleWords
  onChange(rule: VisualRule): void
}

function Value({ rule, operand, operands, speech, onChange }: ValueProps): ReactNode {
  const { op, value, field } = rule
  const others = operands.filter((each) => each.field !== field && each.type === operand.type)
  const isField = typeof value === 'object' && !Array.isArray(value)
  const isCount = op.startsWith('count')
  return (
    <>
      {takesField(op) && others.length > 0 && (
        <select
          className="ag-form-input ag-studio-rule__kind"
          aria-label={translate('studio.rule.valueKind')}
          value={isField ? 'field' : 'value'}
          onChange={({ target }) => onChange(target.value === 'field' ? { field, op, value: { field: others[0]!.field } } : { field, op })}
        >
          <option value="value">{translate('studio.rule.aValue')}</option>
          <option value="field">{translate('studio.rule.aField')}</option>
        </select>
      )}
      {isField ? (
        <FieldChoice
          label={translate('studio.rule.otherField')}
          operands={others}
          value={(value as { field: string }).field}
          speech={speech}
          onChange={(other) => onChange({ field, op, value: { field: other } })}
        />
      ) : (
        <ValueInput
          label={`${translate('studio.rule.value')}: ${resolveText(operand.title)}`}
          operand={isCount ? { type: 'number' } : operand}
          several={arityOf(op) === 'several'}
          value={value}
          onChange={(next) => onChange(next === undefined ? { field, op } : { field, op, value: next })}
        />
      )}
    </>
  )
}
