import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { booted } from '../../../runtime/client/boot.ts'
import { language, translate } from '../../../runtime/client/texts.ts'
import { placesOf } from '../../../runtime/core/documents/linkTexts.ts'
import { misplaced } from '../../../runtime/core/documents/textsDocuments.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Lang } from '../../../runtime/core/platform.ts'
import { SearchBox } from '../../SearchBox.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import type { Content, OpenedDocument } from './openedDocument.ts'
import './texts.css'

type Words = Readonly<Record<string, LocalText>>

interface TextsTableProps {
  opened: OpenedDocument
  content: Content
  change(content: Content): void
}

const LANGUAGES = ['zh', 'en'] as const
const SHOWN_AT_ONCE = 60

/** The texts of a locale file, Chinese and English side by side: search, edit in place, restore one by one. Only texts that differ from the
 * built-in ones become part of the document, so that a release can improve the others. */
export function TextsTable({ opened, content, change }: TextsTableProps): ReactNode {
  const [search] = useSearchParams()
  const [wanted, setWanted] = useState(search.get('words') ?? '')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [max, setMax] = useState(SHOWN_AT_ONCE)
  const shipped = wordsOf(opened.shipped)
  const own = wordsOf(content)
  const sought = useDeferredValue(wanted)
  const keys = useMemo(() => Object.keys(shipped).filter((key) => isFound(key, [shipped[key]!, own[key]], sought)), [shipped, own, sought])
  const found = onlyChanged ? keys.filter((key) => own[key] && !isSame(own[key], shipped[key])) : keys
  const count = Object.keys(own).filter((key) => shipped[key] && !isSame(own[key], shipped[key])).length
  const latest = useRef(content)
  latest.current = content
  const write = useCallback(
    (key: string, text: LocalText | null) => {
      const { [key]: _, ...others } = wordsOf(latest.current)
      const kept = Object.fromEntries(Object.entries(others).filter(([name, each]) => !isSame(each, shipped[name])))
      const next = { ...latest.current, texts: text === null || isSame(text, shipped[key]) ? kept : { ...kept, [key]: text } }
      latest.current = next
      change(next)
    },
    [change, shipped],
  )
  return (
    <div className="ag-texts">
      <div className="ag-texts__bar">
        <SearchBox placeholder="@studioTexts.search" value={wanted} onSearch={setWanted} live />
        <label className="ag-texts__only">
          <input type="checkbox" checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)} />
          {translate('studioTexts.onlyChanged', { count })}
        </label>
        <span className="ag-texts__count" role="status">
          {translate('studioTexts.count', { count: found.length })}
        </span>
      </div>
      {found.length === 0 && <p className="ag-studio-hint">{translate(onlyChanged ? 'studioTexts.unchanged' : 'studioTexts.nothing')}</p>}
      {found.length > 0 && (
        <ul className="ag-texts__list">
          {found.slice(0, max).map((key) => (
            <TextRow key={key} name={key} shipped={shipped[key]!} text={own[key]} shownBy={opened.shownBy?.[key]} write={write} />
          ))}
        </ul>
      )}
      {found.length > max && (
        <Button onClick={() => setMax(max + SHOWN_AT_ONCE)}>{translate('studioTexts.more', { count: found.length - max })}</Button>
      )}
    </div>
  )
}

interface TextRowProps {
  name: string
  shipped: LocalText
  text: LocalText | undefined
  /** Documents as `kind:id`. */
  shownBy: readonly string[] | undefined
  write(key: string, text: LocalText | null): void
}

const TextRow = memo(function TextRow({ name, shipped, text = shipped, shownBy = [], write }: TextRowProps): ReactNode {
  const wrong = misplaced(text, shipped)
  const isChanged = !isSame(text, shipped)
  return (
    <li className={isChanged ? 'ag-texts__row ag-texts__row--changed' : 'ag-texts__row'}>
      <div className="ag-texts__name">
        <code>{name}</code>
        {isChanged && (
          <Button size="small" icon="undo" onClick={() => write(name, null)}>
            {translate('studioTexts.takeBack')}
          </Button>
        )}
        <ShownBy names={shownBy} />
      </div>
      {LANGUAGES.map((lang) => (
        <Field
          key={lang}
          lang={lang}
          name={name}
          text={text[lang]}
          shipped={shipped[lang]}
          isWrong={wrong.includes(lang)}
          onChange={(words) => write(name, { ...text, [lang]: words })}
        />
      ))}
    </li>
  )
})

interface FieldProps {
  lang: Lang
  name: string
  text: string
  shipped: string
  isWrong: boolean
  onChange(words: string): void
}

function Field({ lang, name, text, shipped, isWrong, onChange }: FieldProps): ReactNode {
  const places = placesOf(shipped).map((place) => `{{${place}}}`)
  return (
    <div className="ag-texts__field">
      <span aria-hidden="true">{translate(`studio.lang.${lang}`)}</span>
      <textarea
        className="ag-form-input"
        lang={lang === 'zh' ? 'zh-CN' : 'en'}
        aria-label={`${name} · ${translate(`studio.lang.${lang}`)}`}
        aria-invalid={isWrong || undefined}
        rows={Math.min(6, Math.max(1, Math.ceil(text.length / (lang === 'zh' ? 24 : 44))))}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      {isWrong && (
        <p className="ag-studio-field__wrong">
          {places.length > 0 ? translate('studioTexts.keep', { places: places.join(' ') }) : translate('studioTexts.noPlaces')}
        </p>
      )}
      {text !== shipped && (
        <p className="ag-studio-hint" lang={lang === 'zh' ? 'zh-CN' : 'en'}>
          {translate('studioTexts.shipped', { text: shipped })}
        </p>
      )}
    </div>
  )
}

const NAMED_AT_MAX = 3

function ShownBy({ names }: { names: readonly string[] }): ReactNode {
  const studio = booted.boot?.app.routes.studio ?? ''
  if (names.length === 0) return <span className="ag-texts__users">{translate('studioTexts.byCode')}</span>
  return (
    <span className="ag-texts__users">
      {translate('studioTexts.shownBy')}{' '}
      {names.slice(0, NAMED_AT_MAX).map((name) => (
        <Link key={name} to={`${studio}/${name.replace(':', '/')}`}>
          {name.slice(name.indexOf(':') + 1)}
        </Link>
      ))}
      {names.length > NAMED_AT_MAX && translate('studioTexts.andMore', { count: names.length - NAMED_AT_MAX })}
    </span>
  )
}

function wordsOf(content: Content | null): Words {
  return (content?.texts ?? {}) as Words
}

function isSame(left: LocalText | undefined, right: LocalText | undefined): boolean {
  return left?.zh === right?.zh && left?.en === right?.en
}

/** Every word of what is sought is in the key or in one language of one of the texts. */
function isFound(key: string, texts: readonly (LocalText | undefined)[], sought: string): boolean {
  const words = sought.toLocaleLowerCase(language.lang).split(/\s+/).filter(Boolean)
  const places = [key, ...texts.flatMap((text) => (text ? [text.zh, text.en] : []))].map((place) => place.toLocaleLowerCase())
  return words.length === 0 || places.some((place) => words.every((word) => place.includes(word)))
}
