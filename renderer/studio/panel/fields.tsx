/** Editors of panels for what is more than a plain value: texts in both languages, rules, options, permissions, lists of words. */
import type { FieldProps } from '@rjsf/utils'
import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { FormField, LocalText } from '../../../runtime/core/documents.ts'
import { controlName } from '../../../runtime/core/form/controlName.ts'
import { matrixKind } from '../../../runtime/core/studio/matrixParts.ts'
import { typedCel } from '../../../runtime/core/studio/typedCel.ts'
import { AccessEditor } from './AccessEditor.tsx'
import { ConditionField } from './ConditionField.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { PermissionEditor } from './PermissionEditor.tsx'
import { usePanelExtras } from './panelExtras.ts'
import { QuizEditor } from './QuizEditor.tsx'
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { ScoreEditor } from './ScoreEditor.tsx'
import { usePanel } from './usePanel.ts'

/** Changes the value of this field. */
function useWrite<T>({ onChange, fieldPathId }: FieldProps): (value: T | undefined) => void {
  return (value) => onChange(value, fieldPathId.path)
}

/** Texts of several sentences. */
const LONG = /(description|\/text)$/

function TextField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<unknown>(props)
  if (typeof formData === 'string' || (formData && 'with' in formData)) return <JsonField key={fieldPathId.$id} {...props} />
  const text = (formData ?? {}) as Partial<LocalText>
  const change = (lang: 'zh' | 'en', words: string) => {
    const next = { zh: text.zh ?? '', en: text.en ?? '', [lang]: words }
    write(next.zh === '' && next.en === '' ? undefined : next)
  }
  const isLong = LONG.test(fieldPathId.$id)
  return (
    <div className="ag-studio-text">
      {(['zh', 'en'] as const).map((lang) => (
        <TextInput
          key={lang}
          id={lang === 'zh' ? fieldPathId.$id : `${fieldPathId.$id}-en`}
          lang={lang}
          labelId={`${fieldPathId.$id}-label`}
          value={text[lang] ?? ''}
          isLong={isLong}
          onChange={(words) => change(lang, words)}
        />
      ))}
    </div>
  )
}

interface TextInputProps {
  id: string
  lang: 'zh' | 'en'
  labelId: string
  value: string
  isLong: boolean
  onChange(words: string): void
}

function TextInput({ id, lang, labelId, value, isLong, onChange }: TextInputProps): ReactNode {
  const shared = {
    id,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    className: 'ag-form-input',
    value,
    'aria-labelledby': `${labelId} ${id}-lang`,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className="ag-studio-text__line">
      <span className="ag-studio-text__lang" id={`${id}-lang`}>
        {translate(`studio.lang.${lang}`)}
      </span>
      {isLong ? <textarea rows={2} {...shared} /> : <input type="text" {...shared} />}
    </div>
  )
}

/** Keys that hold or do not: `when`, `visibleWhen`, `enabledWhen`. */
const CONDITION = /when$/i

function CelField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<{ cel: string }>(props)
  const extras = usePanelExtras()
  const key = fieldPathId.$id.slice(fieldPathId.$id.lastIndexOf('_') + 1)
  if (extras.place && CONDITION.test(key))
    return <ConditionField key={extras.place.place} id={fieldPathId.$id} place={extras.place} value={formData} onChange={write} />
  return (
    <div className="ag-studio-cel">
      <textarea
        id={fieldPathId.$id}
        className="ag-form-input ag-studio-code"
        rows={2}
        spellCheck={false}
        value={formData?.cel ?? ''}
        onChange={({ target }) => write(typedCel(target.value))}
      />
      {extras.openLogic && (
        <button type="button" className="ag-form-link-button" onClick={() => extras.openLogic?.(key)}>
          {translate('studio.cel.open')}
        </button>
      )}
    </div>
  )
}

/** A colour of six digits: picked, typed, or none. */
function ColourField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<string>(props)
  const id = fieldPathId.$id
  return (
    <span className="ag-studio-colour">
      <input
        type="color"
        aria-labelledby={`${id}-label`}
        value={/^#[0-9a-f]{6}$/i.test(formData ?? '') ? formData : '#000000'}
        onChange={({ target }) => write(target.value)}
      />
      <input
        id={id}
        type="text"
        className="ag-form-input ag-studio-code"
        spellCheck={false}
        maxLength={7}
        value={formData ?? ''}
        onChange={({ target }) => write(target.value.trim() === '' ? undefined : target.value.trim())}
      />
    </span>
  )
}

function WordsField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<string[]>(props)
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (Array.isArray(formData) ? formData.join(', ') : '')
  return (
    <input
      id={fieldPathId.$id}
      type="text"
      className="ag-form-input"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        const words = target.value
          .split(/[,，、\s]+/)
          .map((word) => word.trim())
          .filter(Boolean)
        write(words.length > 0 ? words : undefined)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

const MEGABYTE = 1024 * 1024

/** A size in bytes, typed in megabytes. */
function BytesField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<number>(props)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      id={fieldPathId.$id}
      type="number"
      className="ag-form-input"
      min={0}
      step="any"
      value={typed ?? (formData === undefined ? '' : Math.round((formData / MEGABYTE) * 1000) / 1000)}
      onChange={({ target }) => {
        setTyped(target.value)
        const bytes = Math.round(Number(target.value) * MEGABYTE)
        write(bytes > 0 ? bytes : undefined)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

const LEAST_LINES = 3
const MAX_LINES = 18

/** Whatever no editor fits, as JSON, a value on a line. What does not parse stays in the box and is not written. */
function JsonField(props: FieldProps): ReactNode {
  const { formData, fieldPathId } = props
  const write = useWrite<unknown>(props)
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const change = (text: string) => {
    setTyped(text)
    try {
      write(text.trim() === '' ? undefined : JSON.parse(text))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  const shown = typed ?? (formData === undefined ? '' : JSON.stringify(formData, null, 2))
  return (
    <>
      <textarea
        id={fieldPathId.$id}
        className="ag-form-input ag-studio-code"
        rows={Math.min(MAX_LINES, Math.max(LEAST_LINES, shown.split('\n').length))}
        spellCheck={false}
        aria-invalid={wrong}
        value={shown}
        onChange={({ target }) => change(target.value)}
        onBlur={() => !wrong && setTyped(null)}
      />
      {wrong && <p className="ag-studio-field__wrong">{translate('studio.json.notYet')}</p>}
    </>
  )
}

function OptionsField(props: FieldProps): ReactNode {
  const write = useWrite<unknown>(props)
  const { field, begun } = usePanelExtras()
  if (props.formData && !Array.isArray(props.formData)) return <JsonField {...props} />
  const hasPictures = field !== undefined && controlName(field) === 'pictureChoice'
  return (
    <OptionsEditor
      id={props.fieldPathId.$id}
      value={props.formData}
      pictures={hasPictures}
      places={matrixKind(field) === null}
      begun={begun?.['x-options']}
      onChange={write}
    />
  )
}

function ScoreField(props: FieldProps): ReactNode {
  const { field, enums } = usePanelExtras()
  const write = useWrite<NonNullable<FormField['x-score']>>(props)
  if (!field) return <JsonField {...props} />
  return <ScoreEditor id={props.fieldPathId.$id} field={field} enums={enums ?? {}} value={props.formData} onChange={write} />
}

function QuizField(props: FieldProps): ReactNode {
  const { points } = usePanelExtras()
  return <QuizEditor id={props.fieldPathId.$id} points={points} value={props.formData} onChange={useWrite(props)} />
}

function PermissionField(props: FieldProps): ReactNode {
  return <PermissionEditor id={props.fieldPathId.$id} value={props.formData} onChange={useWrite(props)} />
}

function ReferenceField(props: FieldProps): ReactNode {
  const kind = (props.schema as { 'x-ref'?: string })['x-ref'] ?? ''
  return (
    <ReferenceEditor
      id={props.fieldPathId.$id}
      label={props.schema.title ?? props.name}
      kind={kind}
      value={props.formData}
      onChange={useWrite(props)}
    />
  )
}

function AccessField(props: FieldProps): ReactNode {
  return <AccessEditor id={props.fieldPathId.$id} value={props.formData} onChange={useWrite(props)} />
}

/** Typed text belongs to one part; the editor restarts for another. */
function ofSubject(Editor: (props: FieldProps) => ReactNode): (props: FieldProps) => ReactNode {
  return (props) => <Editor key={usePanel().of} {...props} />
}

export const fields = {
  text: TextField,
  colour: ColourField,
  cel: CelField,
  words: ofSubject(WordsField),
  bytes: ofSubject(BytesField),
  json: ofSubject(JsonField),
  options: ofSubject(OptionsField),
  permission: ofSubject(PermissionField),
  access: ofSubject(AccessField),
  reference: ofSubject(ReferenceField),
  score: ofSubject(ScoreField),
  quiz: ofSubject(QuizField),
}
