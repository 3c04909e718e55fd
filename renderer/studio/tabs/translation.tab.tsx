import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { formFields, type PlacedField } from '../../../runtime/core/documents/formFields.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { fieldAt } from '../../../runtime/core/studio/designFindings.ts'
import { type FormText, formTexts } from '../../../runtime/core/studio/formTexts.ts'
import {
  exportTranslations,
  importTranslations,
  missingLanguages,
  translate as translateText,
} from '../../../runtime/core/studio/translations.ts'
import { decodeText } from '../../../runtime/core/typed/decodeText.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { saveFile } from '../saveFile.ts'
import { ImportedTable, type ReadTable } from '../translation/ImportedTable.tsx'
import { useAt, useDesign } from '../useDesign.ts'
import '../translation/translation.css'

/** All texts of the form, Chinese and English side by side: missing ones, keyboard navigation, CSV export and import. */
export default function TranslationTab(): ReactNode {
  const { session } = useDesign()
  const form = useAt<FormDocument>('')!
  const texts = useMemo(() => formTexts(form), [form])
  const fields = useMemo(() => formFields(form), [form])
  const [onlyMissing, setOnlyMissing] = useState(false)
  const [read, setRead] = useState<ReadTable | null>(null)
  /** Kept on the screen while it is filled, although nothing is missing any more. */
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const table = useRef<HTMLTableElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const missing = texts.reduce((count, text) => count + missingLanguages(text).length, 0)
  const shown = onlyMissing ? texts.filter((text) => missingLanguages(text).length > 0 || touched.has(text.path)) : texts
  const change = (text: FormText, lang: 'zh' | 'en', value: string) => {
    setTouched(new Set(touched).add(text.path))
    const merge = `translate ${text.path} ${lang}`
    session.change(translate('studio.edit.translation'), (content) => translateText(content, text.path, lang, value), { merge })
  }
  const take = async (file: File) => {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    setRead({ name: file.name, decoded, report: decoded && importTranslations(session.content, decoded.text), isApplied: false })
  }
  const apply = () => {
    // the form may have changed since the table was read
    const report = importTranslations(session.content, read!.decoded!.text)
    session.change(translate('studio.edit.translationTable', { what: read!.name }), () => report.form)
    setRead({ ...read!, report, isApplied: true })
  }
  return (
    <div className="ag-studio-translation">
      <div className="ag-studio-translation__bar">
        <strong role="status">
          {translate(missing === 0 ? 'studio.translation.complete' : 'studio.translation.missing', { count: missing })}
        </strong>
        <label className="ag-studio-translation__only">
          <input
            type="checkbox"
            checked={onlyMissing}
            onChange={({ target }) => {
              setOnlyMissing(target.checked)
              setTouched(new Set())
            }}
          />
          {translate('studio.translation.onlyMissing')}
        </label>
        <span className="ag-studio-translation__tools">
          <Button size="small" icon="download" onClick={() => saveFile(`${form.id}.texts.csv`, exportTranslations(form), 'text/csv')}>
            {translate('studio.translation.export')}
          </Button>
          <Button size="small" icon="upload" onClick={() => input.current?.click()}>
            {translate('studio.translation.import')}
          </Button>
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,text/csv"
          data-studio-texts=""
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) void take(file)
            target.value = ''
          }}
        />
      </div>
      <p className="ag-studio-hint">{translate('studio.translation.keys')}</p>
      {read && <ImportedTable read={read} onApply={apply} onClose={() => setRead(null)} />}
      {shown.length === 0 ? (
        <p className="ag-studio-hint">{translate('studio.translation.nothing')}</p>
      ) : (
        <table ref={table} className="ag-studio-texts" onKeyDown={(event) => moveOn(event, table.current)}>
          <thead>
            <tr>
              <th scope="col">{translate('studio.translation.place')}</th>
              <th scope="col">{translate('studio.lang.zh')}</th>
              <th scope="col">{translate('studio.lang.en')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((text) => (
              <TextRow key={text.path} fields={fields} text={text} onChange={change} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** A step or a section. */
const PART = /^\/(step|section)s\/\d+/

interface TextRowProps {
  fields: readonly PlacedField[]
  text: FormText
  onChange(text: FormText, lang: 'zh' | 'en', value: string): void
}

function TextRow({ fields, text, onChange }: TextRowProps): ReactNode {
  const { open } = useDesign()
  const placed = useMemo(() => fieldAt(text.path, fields), [fields, text.path])
  const [part, kind] = PART.exec(text.path) ?? []
  const path = placed?.path ?? part
  const title = placed
    ? resolveText(placed.field.title) || placed.name
    : translate(kind ? `studio.kind.${kind}` : 'studio.translation.form')
  const role = translate(`studio.translation.role.${text.role}`)
  const missing = missingLanguages(text)
  return (
    <tr>
      <th scope="row">
        {path ? (
          <button type="button" className="ag-form-link-button" onClick={() => open('design', [path])}>
            {title}
          </button>
        ) : (
          title
        )}
        <span className="ag-studio-hint"> {role}</span>
      </th>
      {(['zh', 'en'] as const).map((lang) => (
        <td key={lang}>
          <textarea
            className="ag-form-input"
            rows={Math.max(1, Math.ceil(text.text[lang].length / 40))}
            lang={lang === 'zh' ? 'zh-CN' : 'en'}
            aria-label={`${title} · ${role} · ${translate(`studio.lang.${lang}`)}`}
            aria-invalid={missing.includes(lang) || undefined}
            data-lang={lang}
            data-path={text.path}
            value={text.text[lang]}
            placeholder={missing.includes(lang) ? translate('studio.translation.empty') : undefined}
            onChange={({ target }) => onChange(text, lang, target.value)}
          />
        </td>
      ))}
    </tr>
  )
}

/** Enter: the same language of the next row; with Shift: of the one before; with Alt: a new line. */
function moveOn(event: KeyboardEvent, table: HTMLTableElement | null): void {
  const from = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(from instanceof HTMLTextAreaElement) || !table) return
  if (event.altKey) return
  event.preventDefault()
  const column = [...table.querySelectorAll<HTMLTextAreaElement>(`textarea[data-lang="${from.dataset.lang}"]`)]
  const next = column[column.indexOf(from) + (event.shiftKey ? -1 : 1)]
  next?.focus()
  next?.select()
}
