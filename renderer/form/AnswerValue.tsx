import { formatValue } from '../../runtime/client/format.ts'
import { language, resolveText, translate } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import { controlName } from '../../runtime/core/form/controlName.ts'
import { isEmptyAnswer } from '../../runtime/core/form/isEmptyAnswer.ts'
import { isStrokes } from '../../runtime/core/form/strokes.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { moneyText } from '../../runtime/core/moneyText.ts'
import { FileLink, FilePicture } from '../widgets/controls/FileLink.tsx'
import { Strokes } from '../widgets/controls/Strokes.tsx'
import type { UploadedFile } from '../widgets/controls/uploads.ts'
import { type ShownOption, useOptions } from '../widgets/controls/useOptions.ts'

/** One answer as text: the label of an option, the name of a file, a date in the person's language. */
export function AnswerValue({ field, value }: { field: FormField; value: unknown }) {
  if (isEmptyAnswer(value)) return <span className="ag-form-answers-none">{translate('form.noAnswer')}</span>
  if (field['x-options']) return <OptionWords field={field} value={value} />
  const draw = DRAW[controlName(field)]
  return draw ? draw(value, field) : words(value)
}

type Draw = (value: unknown, field: FormField) => React.ReactNode

const DRAW: Readonly<Record<string, Draw>> = {
  checkbox: yesNo,
  switch: yesNo,
  yesNo,
  agreement: yesNo,
  date: (value) => formatValue(value, 'date'),
  datetime: (value) => formatValue(value, 'datetime'),
  dateRange: (value) => (Array.isArray(value) ? value.map((day) => formatValue(day, 'date')).join(' – ') : words(value)),
  money: (value, field) => moneyText(Number(value), language.lang, String(field['x-props']?.currency ?? 'CNY')),
  number: withUnit,
  slider: withUnit,
  calculated: withUnit,
  textarea: (value) => <span className="ag-form-answers-lines">{words(value)}</span>,
  richText: (value) => <span className="ag-form-answers-lines">{plainText(String(value))}</span>,
  phoneCode: (value) => (isRecord(value) ? words(value.phone ?? value.account) : words(value)),
  upload: files,
  signature: (value) => {
    if (isStrokes(value)) return <Strokes strokes={value} label={translate('form.signatureDrawn')} />
    return isRecord(value) ? <FilePicture file={value as unknown as UploadedFile} /> : words(value)
  },
}

function files(value: unknown) {
  const list = (Array.isArray(value) ? value : [value]) as UploadedFile[]
  return (
    <ul className="ag-form-upload-list">
      {list.map((file) => (
        <li key={file.id} className="ag-form-upload-row">
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  )
}

function OptionWords({ field, value }: { field: FormField; value: unknown }) {
  const { list } = useOptions(field)
  const place = controlName(field) === 'ranking' ? (at: number) => `${at + 1}. ` : () => ''
  const isTree = list.some((option) => option.children)
  if (!Array.isArray(value)) return labelOf(list, value)
  return isTree
    ? wayWords(list, value).join(' / ')
    : value.map((each, at) => place(at) + labelOf(list, each)).join(translate('form.listComma'))
}

function labelOf(options: readonly ShownOption[], value: unknown): string {
  for (const option of options) {
    if (option.value === value) return option.label
    const below = option.children ? labelOf(option.children, value) : ''
    if (below && below !== String(value)) return below
  }
  return String(value)
}

function wayWords(options: readonly ShownOption[], way: readonly unknown[]): string[] {
  let level: readonly ShownOption[] = options
  return way.map((step) => {
    const option = level.find((each) => each.value === step)
    level = option?.children ?? []
    return option?.label ?? String(step)
  })
}

function withUnit(value: unknown, field: FormField): string {
  return `${words(value)}${field['x-props']?.unit ? ` ${resolveText(field['x-props'].unit)}` : ''}`
}

function yesNo(value: unknown): string {
  return translate(value === true ? 'form.yes' : 'form.no')
}

/** Formatted text is shown without its tags: nothing that was typed is ever read as HTML here. */
function plainText(html: string): string {
  const parsed = new DOMParser().parseFromString(html.replaceAll(/<(\/p|\/li|\/h\d|br)[^>]*>/g, '$&\n'), 'text/html')
  return (parsed.body.textContent ?? '').trim()
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(translate('form.listComma'))
  return isRecord(value) ? JSON.stringify(value) : String(value ?? '')
}
