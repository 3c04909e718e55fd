import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { FormDocument, LocalText } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'

type Quiz = NonNullable<FormDocument['quiz']>
type Result = NonNullable<Quiz['results']>[number]

interface QuizEditorProps {
  id: string
  /** That all questions together can bring; absent where it is not known. */
  points: number | undefined
  value: Quiz | undefined
  onChange(value: Quiz | undefined): void
}

/** The pass mark of a quiz, and words by the share of the points. */
export function QuizEditor({ id, points, value, onChange }: QuizEditorProps): ReactNode {
  const results = value?.results ?? []
  const put = (change: Quiz) => {
    const { pass, results: words = [] } = { ...value, ...change }
    const next: Quiz = { ...(pass === undefined ? {} : { pass }), ...(words.length > 0 ? { results: words } : {}) }
    onChange(Object.keys(next).length > 0 ? next : undefined)
  }
  const putResults = (next: readonly Result[]) => put({ results: [...next] })
  const isTwice = new Set(results.map(({ from }) => from)).size < results.length
  const freeShare = [0, 60, 80, 90, 100].find((share) => results.every(({ from }) => from !== share)) ?? 50
  return (
    <div className="ag-studio-score">
      {points !== undefined && (
        <p className="ag-studio-hint">{translate(points > 0 ? 'studio.quiz.total' : 'studio.quiz.noQuestion', { count: points })}</p>
      )}
      <div className="ag-studio-score__line">
        <label htmlFor={id}>{translate('studio.quiz.pass')}</label>
        <input
          id={id}
          className="ag-form-input"
          type="number"
          min={1}
          max={100}
          value={value?.pass ?? ''}
          onChange={({ target }) => put({ pass: shareOf(target.value) || undefined })}
        />
      </div>
      <p className="ag-studio-hint">{translate('studio.quiz.resultsHelp')}</p>
      {results.map((result, at) => (
        <ResultRow
          // biome-ignore lint/suspicious/noArrayIndexKey: shares are typed digit by digit, so they cannot be the key
          key={at}
          number={at + 1}
          result={result}
          onChange={(next) => putResults(results.map((each, index) => (index === at ? next : each)))}
          onRemove={() => putResults(results.filter((_, index) => index !== at))}
        />
      ))}
      {isTwice && <p className="ag-studio-field__wrong">{translate('studio.quiz.twice')}</p>}
      <Button size="small" icon="plus" onClick={() => putResults([...results, { from: freeShare, text: { zh: '', en: '' } }])}>
        {translate('studio.quiz.addResult')}
      </Button>
    </div>
  )
}

interface ResultRowProps {
  number: number
  result: Result
  onChange(result: Result): void
  onRemove(): void
}

function ResultRow({ number, result, onChange, onRemove }: ResultRowProps): ReactNode {
  const words = { zh: '', en: '', ...(typeof result.text === 'object' && 'zh' in result.text ? result.text : {}) } as LocalText
  return (
    <fieldset className="ag-studio-score__result" aria-label={translate('studio.quiz.result', { number })}>
      <div className="ag-studio-score__line">
        <span>{translate('studio.quiz.from')}</span>
        <input
          className="ag-form-input"
          type="number"
          min={0}
          max={100}
          aria-label={translate('studio.quiz.fromOf', { number })}
          value={result.from}
          onChange={({ target }) => onChange({ ...result, from: shareOf(target.value) ?? 0 })}
        />
        <button type="button" className="ag-icon-button" aria-label={translate('studio.quiz.removeResult', { number })} onClick={onRemove}>
          <Icon name="close" size="small" />
        </button>
      </div>
      {(['zh', 'en'] as const).map((lang) => (
        <input
          key={lang}
          className="ag-form-input"
          lang={lang === 'zh' ? 'zh-CN' : 'en'}
          aria-label={translate(`studio.quiz.words.${lang}`, { number })}
          placeholder={translate(`studio.lang.${lang}`)}
          value={words[lang]}
          onChange={({ target }) => onChange({ ...result, text: { ...words, [lang]: target.value } })}
        />
      ))}
    </fieldset>
  )
}

/** A share in percent; undefined for what is none. */
function shareOf(text: string): number | undefined {
  const share = Number(text)
  return text === '' || !Number.isFinite(share) ? undefined : Math.min(100, Math.max(0, share))
}
