/** One field: label above, control, help and error below. Drawn again only when its own state or error changes; typing draws nothing. */
import { observer } from '@formily/react'
import { memo, type ReactNode, Suspense, useRef, useSyncExternalStore } from 'react'
import { resolveText } from '../../runtime/client/texts.ts'
import type { FormField } from '../../runtime/core/documents.ts'
import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import type { ControlProps } from './contract.ts'
import { controlOf } from './controls.ts'
import { errorText } from './errorText.ts'
import type { FieldComponent } from './FieldComponent.ts'
import type { Shown } from './FormSession.ts'
import { GroupView } from './GroupView.tsx'
import { fullOptions, offeredField } from './offeredField.ts'
import { usePiped } from './piped.ts'
import { RepeatView } from './RepeatView.tsx'
import { controlId, useFormFrame } from './SessionContext.ts'

/** @param path concrete path of the field */
export const FieldView: FieldComponent = memo(
  // a different name: inside, FieldView is the memoised field
  observer(function ObservedField({ path }: { path: string }) {
    const { session, idPrefix, known } = useFormFrame()
    const { state, error, left } = session.field(path).data as Shown
    const template = session.template(path)
    const { title, description, 'x-placeholder': hint } = template.schema
    const [label = '', helpWords = '', placeholder = ''] = usePiped(session, path, [title, description, hint])
    if (!state.visible) return null
    if (template.kind === 'group' && template.schema['x-widget'] !== 'matrix')
      return <GroupView path={path} template={template} error={error} Field={FieldView} />
    if (template.kind === 'repeat') return <RepeatView path={path} template={template} state={state} error={error} Field={FieldView} />
    const control = controlOf(template.schema)
    const id = controlId(idPrefix, path)
    const help = control.frame === 'bare' ? '' : helpWords
    const props: ControlProps = {
      id,
      answer: session.answer(path),
      field: offeredField(template.schema, state.hiddenOptions, left),
      label,
      placeholder,
      props: propsOf(template.schema),
      disabled: !state.enabled,
      required: state.required,
      invalid: error !== null,
      describedBy:
        [template.schema['x-mark'] && `${id}-mark`, help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
      disabledOptions: left ? [...state.disabledOptions, ...fullOptions(left, session.answer(path).read())] : state.disabledOptions,
    }
    const { Component } = control
    const drawn = control.isLazy ? (
      <Suspense fallback={<div className="ag-form-input ag-form-input-waiting" data-focus-waits="" />}>
        <Component {...props} />
      </Suspense>
    ) : (
      <Component {...props} />
    )
    if (control.frame === 'bare') return drawn
    return (
      <Frame path={path} template={template} control={props} group={control.frame === 'group'} label={control.frame !== 'inline'}>
        {drawn}
        {known?.names.includes(path.slice(1)) && <KnownNote answer={props.answer} text={known.text} />}
        {help && (
          <p className="ag-form-field-help" id={`${id}-help`}>
            {help}
          </p>
        )}
        {error && (
          <p className="ag-form-field-error" id={`${id}-error`}>
            {errorText(error)}
          </p>
        )}
      </Frame>
    )
  }),
)

const NO_PROPS = Object.freeze({})
/** Not a name that browsers know. */
const EARLIER = 'earlier'
const filledProps = new WeakMap<FormField, Readonly<Record<string, unknown>>>()

/** Settings of the control; the same object for the same field. What a question asks for (`x-fill`) is passed to the browser. */
function propsOf(field: FormField): Readonly<Record<string, unknown>> {
  const { 'x-props': props = NO_PROPS, 'x-fill': fill } = field
  if (fill === undefined || fill === EARLIER) return props
  const known = filledProps.get(field) ?? { autoComplete: fill, ...props }
  filledProps.set(field, known)
  return known
}

/** Beside an answer that was known, until the person changes it. */
function KnownNote({ answer, text }: { answer: ControlProps['answer']; text: string }) {
  const first = useRef(answer.read())
  const isSame = useSyncExternalStore(answer.subscribe, () => answer.read() === first.current)
  return isSame && first.current !== undefined ? <p className="ag-form-field-help">{text}</p> : null
}

interface FrameProps {
  path: string
  template: FieldTemplate
  control: ControlProps
  group: boolean
  label: boolean
  children: ReactNode
}

function Frame({ path, template, control, group, label, children }: FrameProps) {
  const span = template.schema['x-span']
  const className = `ag-form-field${span ? ` ag-form-field-span-${span}` : ''}`
  const words = label && <Words control={control} mark={resolveText(template.schema['x-mark'])} />
  if (group) {
    return (
      <fieldset className={className} data-field={path} aria-describedby={control.describedBy}>
        {words && <legend className="ag-form-field-label">{words}</legend>}
        {children}
      </fieldset>
    )
  }
  return (
    <div className={className} data-field={path}>
      {words && (
        <label className="ag-form-field-label" htmlFor={control.id}>
          {words}
        </label>
      )}
      {children}
    </div>
  )
}

function Words({ control, mark }: { control: ControlProps; mark: string }) {
  return (
    <>
      {control.label}
      {control.required && (
        <span className="ag-form-field-mark" aria-hidden="true">
          *
        </span>
      )}
      {mark && (
        <span className="ag-form-field-wanted" id={`${control.id}-mark`} aria-hidden="true">
          {mark}
        </span>
      )}
    </>
  )
}
