import { Component, memo, type ReactNode, useEffect, useId, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { language, resolveText } from '../../../runtime/client/texts.ts'
import type { FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileForm } from '../../../runtime/core/form/compileForm.ts'
import { isRequired } from '../../../runtime/core/studio/placeFields.ts'
import { FieldView } from '../../form/FieldView.tsx'
import { createFormSession } from '../../form/FormSession.ts'
import { SessionContext } from '../../form/SessionContext.ts'
import { useDerived } from '../useDesign.ts'

interface SketchProps {
  path: string
  name: string
  field: FormField
}

const RULES = ['x-visibleWhen', 'x-enabledWhen', 'x-requiredWhen', 'x-computed', 'x-readers', 'x-writers', 'x-step', 'x-section'] as const

/** One field drawn by its real control, without rules (they need the other fields), and not focusable or clickable. */
export const FieldSketch = memo(function FieldSketch(props: SketchProps): ReactNode {
  const required = useDerived((form) => isRequired(form, props.path))
  return <FieldPicture name={props.name} field={props.field} required={required} />
})

interface PictureProps {
  name: string
  field: FormField
  required: boolean
}

/** The picture of a field that need not be in the form. */
export function FieldPicture(props: PictureProps): ReactNode {
  return (
    <Safe key={JSON.stringify([props.field['x-widget'], props.field.type])} words={resolveText(props.field.title) || props.name}>
      <Sketch {...props} />
    </Safe>
  )
}

function Sketch({ name, field, required }: PictureProps): ReactNode {
  const idPrefix = `sk${useId().replace(/[^\w-]/g, '')}`
  const { revision: textRevision } = useSnapshot(language)
  const session = useMemo(() => sketchSession(name, field, required), [name, field, required])
  useEffect(() => () => session.stop(), [session])
  const frame = useMemo(() => ({ session, idPrefix, textRevision, known: null }), [session, idPrefix, textRevision])
  return (
    <SessionContext value={frame}>
      <div className="ag-studio-sketch ag-form" inert>
        <FieldView path={`/${name}`} />
      </div>
    </SessionContext>
  )
}

function sketchSession(name: string, field: FormField, required: boolean) {
  const bare = { ...field }
  for (const key of RULES) delete bare[key]
  const form: FormDocument = {
    $schema: '',
    id: 'sketch',
    version: 1,
    title: '',
    schema: { type: 'object', properties: { [name]: bare }, ...(required ? { required: [name] } : {}) },
  }
  return createFormSession(compileForm(form), {}, { permissions: [] })
}

/** A field that is being edited may not be drawable yet: its name is shown until it is. */
class Safe extends Component<{ words: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidUpdate(before: { children: ReactNode }): void {
    if (this.state.failed && before.children !== this.props.children) this.setState({ failed: false })
  }
  override render(): ReactNode {
    return this.state.failed ? <p className="ag-studio-waiting">{this.props.words}</p> : this.props.children
  }
}
