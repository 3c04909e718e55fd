import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useSnapshot } from 'valtio'
import { serverNow } from '../../../runtime/client/clock.ts'
import { language, loadLanguage, resolveText, translate } from '../../../runtime/client/texts.ts'
import { showToast } from '../../../runtime/client/toasts.ts'
import type { FormDocument, JsonSchema } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { scoreAnswers, scoreText } from '../../../runtime/core/form/scoreAnswers.ts'
import { FormNode } from '../../form/FormNode.tsx'
import { Banner } from '../../widgets/light/Banner.tsx'
import { MomentField } from '../../widgets/pickers/MomentField.tsx'
import { PickerInput, pickerInputType } from '../../widgets/pickers/PickerInput.tsx'
import { PhoneFrame } from '../preview/PhoneFrame.tsx'
import { useAt, useDesign, useFailures } from '../useDesign.ts'

/** The form as it will be filled in, by the real renderer: on a phone or a computer, in either language, as any role, with any context. Nothing is
 * sent. */
export default function PreviewTab(): ReactNode {
  const { vocabulary } = useDesign()
  const form = useAt<FormDocument>('')
  const failures = useFailures()
  const [device, setDevice] = useState<'desktop' | 'phone'>('desktop')
  const [roleId, setRoleId] = useState('')
  const [facts, setFacts] = useState<Record<string, unknown>>({})
  const [at, setAt] = useState('')
  const role = vocabulary.roles.find(({ id }) => id === roleId)
  const context = useMemo(() => ({ ...emptyFacts(form?.context), ...facts }), [form, facts])
  useOwnLanguage()
  if (!form || Object.keys(form.schema?.properties ?? {}).length === 0)
    return <Banner tone="info" title={translate('studio.preview.empty')} />
  if (failures.length > 0) return <Banner tone="warning" title={translate('studio.preview.mistakes', { count: failures.length })} />
  const filled = (
    <FormNode
      key={`${roleId} ${device}`}
      form={form}
      permissions={role?.permissions ?? []}
      context={context}
      at={at || null}
      compact={device === 'phone'}
      onSubmit={async (answers) => {
        showToast('success', [translate('studio.preview.submitted'), scoreWords(form, answers, context)].filter(Boolean).join(' '))
        return { ok: true }
      }}
    />
  )
  return (
    <div className="ag-studio-preview">
      <div className="ag-studio-preview__bar">
        <Choice
          label={translate('studio.preview.device')}
          value={device}
          options={['desktop', 'phone'].map((id) => ({ id, title: translate(`studio.preview.${id}`) }))}
          onChange={(id) => setDevice(id as typeof device)}
        />
        <LanguageChoice />
        <Choice
          label={translate('studio.preview.role')}
          value={roleId}
          options={[
            { id: '', title: translate('studio.preview.nobody') },
            ...vocabulary.roles.map(({ id, title }) => ({ id, title: resolveText(title) })),
          ]}
          onChange={setRoleId}
        />
        <MomentField label={translate('studio.preview.at')} value={at} onChange={(moment) => setAt(moment ?? '')} />
        {Object.entries(form.context ?? {}).map(([name, schema]) => (
          <Fact key={name} name={name} schema={schema} value={context[name]} onChange={(value) => setFacts({ ...facts, [name]: value })} />
        ))}
      </div>
      {device === 'phone' ? (
        <PhoneFrame title={translate('studio.preview.phone')}>{filled}</PhoneFrame>
      ) : (
        <div className="ag-studio-preview__page">{filled}</div>
      )}
    </div>
  )
}

/** What the answers count, where questions have points. */
function scoreWords(form: FormDocument, answers: Record<string, unknown>, context: Record<string, unknown>): string {
  const score = scoreAnswers(compileForm(form), answers, { permissions: [], context, now: serverNow() })
  if (!score) return ''
  const { total, maximum, passed } = score
  const passing = passed === null ? '' : translate(passed ? 'studio.quiz.passed' : 'studio.quiz.failed')
  return [translate('studio.quiz.score', { total, maximum }), passing, resolveText(scoreText(form, score) ?? undefined)]
    .filter(Boolean)
    .join(' ')
}

/** The language of the page comes back when the preview is left. */
function useOwnLanguage(): void {
  useEffect(() => {
    const own = language.lang
    return () => {
      if (language.lang !== own) void loadLanguage(own)
    }
  }, [])
}

function LanguageChoice(): ReactNode {
  const { lang } = useSnapshot(language)
  return (
    <Choice
      label={translate('studio.preview.language')}
      value={lang}
      options={(['zh', 'en'] as const).map((id) => ({ id, title: translate(`studio.lang.${id}`) }))}
      onChange={(id) => void loadLanguage(id as 'zh' | 'en')}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { id: string; title: string }[]
  onChange(id: string): void
}

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <label className="ag-studio-choice">
      <span>{label}</span>
      <select className="ag-form-input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** One fact that rules of the form read, by its type. */
function Fact({
  name,
  schema,
  value,
  onChange,
}: {
  name: string
  schema: JsonSchema
  value: unknown
  onChange(value: unknown): void
}): ReactNode {
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  const id = useId()
  const isDate = schema.format === 'date'
  const type = schema.type === 'boolean' ? 'checkbox' : isNumber ? 'number' : isDate ? pickerInputType('date') : 'text'
  const input = (
    <input
      id={id}
      className={type === 'checkbox' ? 'ag-studio-box' : 'ag-form-input'}
      type={type}
      checked={type === 'checkbox' ? value === true : undefined}
      value={type === 'checkbox' ? undefined : String(value ?? '')}
      onChange={({ target }) =>
        onChange(type === 'checkbox' ? target.checked : isNumber ? Number(target.value) : target.value === '' ? null : target.value)
      }
    />
  )
  return (
    <label className="ag-studio-choice" htmlFor={id}>
      <span>{resolveText(schema.title) || name}</span>
      {isDate ? <PickerInput kind="date">{input}</PickerInput> : input}
    </label>
  )
}

/** Facts that no one has set: what the type begins with. */
function emptyFacts(context: FormDocument['context']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(context ?? {}).map(([name, { type }]) => [name, type === 'boolean' ? false : type === 'array' ? [] : null]),
  )
}
