import { type ReactNode, useId, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { PRINT_DAY_FORMATS } from '../../../runtime/core/print/printDay.ts'
import type { PrintValue } from './designedPrint.ts'

const LANGS = ['zh', 'en'] as const
type Lang = (typeof LANGS)[number]

interface PlacedTextProps {
  text: LocalText
  values: readonly PrintValue[]
  onChange(text: LocalText): void
}

/** Words in both languages; values are chosen from a list and put where the caret is, into the text that was edited last. */
export function PlacedText({ text, values, onChange }: PlacedTextProps): ReactNode {
  const id = useId()
  const areas = useRef<Partial<Record<Lang, HTMLTextAreaElement | null>>>({})
  const [edited, setEdited] = useState<Lang>('zh')
  const [day, setDay] = useState<string | null>(null)
  const insert = (place: string) => {
    const area = areas.current[edited]
    const words = text[edited] ?? ''
    const at = area?.selectionStart ?? words.length
    const next = `${words.slice(0, at)}{{${place}}}${words.slice(area?.selectionEnd ?? at)}`
    onChange({ ...text, [edited]: next })
    setDay(null)
    area?.focus()
  }
  const choose = (name: string) => {
    const value = values.find((each) => each.name === name)
    if (value?.kind === 'day') setDay(name)
    else if (value) insert(name)
  }
  return (
    <div className="ag-print-text">
      {LANGS.map((lang) => (
        <div key={lang} className="ag-studio-field">
          <label className="ag-studio-field__label" htmlFor={`${id}${lang}`}>
            {translate(`studioPrint.text.${lang}`)}
          </label>
          <textarea
            id={`${id}${lang}`}
            ref={(element) => {
              areas.current[lang] = element
            }}
            className="ag-form-input"
            rows={3}
            lang={lang === 'zh' ? 'zh-CN' : 'en'}
            value={text[lang] ?? ''}
            onFocus={() => setEdited(lang)}
            onChange={({ target }) => onChange({ ...text, [lang]: target.value })}
          />
        </div>
      ))}
      <div className="ag-studio-field">
        <label className="ag-studio-field__label" htmlFor={`${id}value`}>
          {translate('studioPrint.insert', { lang: translate(`studioPrint.lang.${edited}`) })}
        </label>
        <select id={`${id}value`} className="ag-form-input" value="" onChange={({ target }) => choose(target.value)}>
          <option value="">{translate('studioPrint.choose')}</option>
          {grouped(values).map(([group, list]) => (
            <optgroup key={group} label={group}>
              {list.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {day !== null && (
        <div className="ag-studio-field">
          <label className="ag-studio-field__label" htmlFor={`${id}format`}>
            {translate('studioPrint.dayFormat')}
          </label>
          <select
            id={`${id}format`}
            className="ag-form-input"
            value=""
            onChange={({ target }) => target.value !== '' && insert(target.value === 'long' ? day : `${day}, ${target.value}`)}
          >
            <option value="">{translate('studioPrint.choose')}</option>
            {PRINT_DAY_FORMATS.map((format) => (
              <option key={format} value={format}>
                {translate(`studioPrint.day.${format}`)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}

function grouped(values: readonly PrintValue[]): [string, PrintValue[]][] {
  const placed = values.filter(({ kind }) => kind === 'words' || kind === 'day')
  return [...Map.groupBy(placed, ({ group }) => group)]
}
