import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { EnumDocument, FormField } from '../../../runtime/core/documents.ts'
import { type AnswerChoice, type AnswerValue, answerChoices, type Scoring, typedAnswers } from '../../../runtime/core/studio/quizParts.ts'

interface ScoreEditorProps {
  id: string
  field: FormField
  enums: Readonly<Record<string, EnumDocument>>
  value: Scoring | undefined
  onChange(value: Scoring | undefined): void
}
type Way = 'none' | 'answers' | 'options'

/** Whether a question counts, which answers are right, and what they count. */
export function ScoreEditor(props: ScoreEditorProps): ReactNode {
  const { id, field, enums, value, onChange } = props
  const choices = answerChoices(field, enums)
  const way: Way = value === undefined ? 'none' : value.options ? 'options' : 'answers'
  const ways: Way[] = choices ? ['none', 'answers', 'options'] : ['none', 'answers']
  const begin: Record<Way, () => Scoring | undefined> = {
    none: () => undefined,
    answers: () => ({ points: value?.points ?? 1 }),
    options: () => ({ options: choices!.map((choice, at) => ({ value: choice.value, points: at === 0 ? 1 : 0 })) }),
  }
  return (
    <div className="ag-studio-score">
      <select id={id} className="ag-form-input" value={way} onChange={({ target }) => onChange(begin[target.value as Way]())}>
        {ways.map((each) => (
          <option key={each} value={each}>
            {translate(`studio.quiz.way.${each}`)}
          </option>
        ))}
      </select>
      {way === 'answers' && <RightAnswers {...props} value={value!} choices={choices} />}
      {way === 'options' && <OptionPoints {...props} value={value!} choices={choices ?? []} />}
    </div>
  )
}

type RightProps = ScoreEditorProps & { value: Scoring; choices: AnswerChoice[] | null }

function RightAnswers(props: RightProps): ReactNode {
  const { id, field, value, choices, onChange } = props
  const isNumber = [field.type].flat().some((type) => type === 'number' || type === 'integer')
  const change = (next: Partial<Scoring>) => onChange(withoutEmpty({ ...value, ...next }))
  return (
    <>
      {choices ? (
        <ChosenAnswers {...props} choices={choices} onChange={change} />
      ) : (
        <TypedAnswers {...props} isNumber={isNumber} onChange={change} />
      )}
      {(value.answers ?? []).length === 0 && <p className="ag-studio-field__wrong">{translate('studio.quiz.noAnswer')}</p>}
      <NumberLine id={`${id}-points`} name="points" value={value.points ?? 1} least={0.01} onChange={(points) => change({ points })} />
      {isNumber && !choices && (
        <NumberLine
          id={`${id}-tolerance`}
          name="tolerance"
          value={value.tolerance}
          least={0}
          onChange={(tolerance) => change({ tolerance })}
        />
      )}
    </>
  )
}

interface AnswersProps extends Omit<RightProps, 'onChange'> {
  onChange(change: Partial<Scoring>): void
}

function ChosenAnswers({ field, value, choices, onChange }: AnswersProps & { choices: AnswerChoice[] }): ReactNode {
  const right = value.answers ?? []
  const isSeveral = [field.type].flat().includes('array')
  const tick = (answer: AnswerValue, isOn: boolean) =>
    onChange({ answers: choices.map((each) => each.value).filter((each) => (each === answer ? isOn : right.includes(each))) })
  return (
    <fieldset className="ag-studio-score__answers">
      <legend className="ag-studio-hint">{translate(isSeveral ? 'studio.quiz.exactly' : 'studio.quiz.anyOf')}</legend>
      {choices.map((choice) => (
        <label key={String(choice.value)}>
          <input type="checkbox" checked={right.includes(choice.value)} onChange={({ target }) => tick(choice.value, target.checked)} />
          <span>{choiceWords(choice)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function TypedAnswers({ id, value, isNumber, onChange }: AnswersProps & { isNumber: boolean }): ReactNode {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <>
      <label className="ag-studio-hint" htmlFor={`${id}-answers`}>
        {translate(isNumber ? 'studio.quiz.numbers' : 'studio.quiz.lines')}
      </label>
      <textarea
        id={`${id}-answers`}
        className="ag-form-input"
        rows={3}
        inputMode={isNumber ? 'decimal' : undefined}
        value={typed ?? (value.answers ?? []).join('\n')}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange({ answers: typedAnswers(target.value, isNumber) })
        }}
        onBlur={() => setTyped(null)}
      />
    </>
  )
}

function OptionPoints({ id, value, choices, onChange }: RightProps & { choices: AnswerChoice[] }): ReactNode {
  const pointsOf = (answer: AnswerValue) => value.options?.find((option) => option.value === answer)?.points ?? 0
  const change = (answer: AnswerValue, points: number) =>
    onChange({
      options: choices.map((choice) => ({ value: choice.value, points: choice.value === answer ? points : pointsOf(choice.value) })),
    })
  return (
    <fieldset className="ag-studio-score__answers">
      <legend className="ag-studio-hint">{translate('studio.quiz.eachOption')}</legend>
      {choices.map((choice, at) => (
        <label key={String(choice.value)} className="ag-studio-score__points">
          <input
            id={`${id}-option-${at}`}
            className="ag-form-input"
            type="number"
            step="any"
            value={pointsOf(choice.value)}
            onChange={({ target }) => change(choice.value, Number(target.value))}
          />
          <span>{choiceWords(choice)}</span>
        </label>
      ))}
      {choices.every((choice) => pointsOf(choice.value) <= 0) && (
        <p className="ag-studio-field__wrong">{translate('studio.quiz.noPoints')}</p>
      )}
    </fieldset>
  )
}

interface NumberLineProps {
  id: string
  name: 'points' | 'tolerance'
  value: number | undefined
  least: number
  onChange(value: number | undefined): void
}

function NumberLine({ id, name, value, least, onChange }: NumberLineProps): ReactNode {
  return (
    <div className="ag-studio-score__line">
      <label htmlFor={id}>{translate(`studio.quiz.${name}`)}</label>
      <input
        id={id}
        className="ag-form-input"
        type="number"
        step="any"
        min={least}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value !== '' && Number(target.value) >= least ? Number(target.value) : undefined)}
      />
    </div>
  )
}

function choiceWords({ value, label }: AnswerChoice): string {
  return label === null ? translate(value === true ? 'form.yes' : 'form.no') : resolveText(label)
}

function withoutEmpty({ answers, points, tolerance }: Scoring): Scoring {
  return {
    ...(answers && answers.length > 0 ? { answers } : {}),
    points: points ?? 1,
    ...(tolerance === undefined ? {} : { tolerance }),
  }
}
