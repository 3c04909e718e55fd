import { resolveText } from '../../runtime/client/texts.ts'
import type { FormError } from '../../runtime/core/contracts.ts'
import { childPath } from '../../runtime/core/form/answerPath.ts'
import type { FieldTemplate } from '../../runtime/core/form/compileForm.ts'
import { errorText } from './errorText.ts'
import type { FieldComponent } from './FieldComponent.ts'
import { fieldsClass } from './fieldsClass.ts'
import { controlId, useFormFrame } from './SessionContext.ts'

interface GroupProps {
  path: string
  template: FieldTemplate
  error: FormError | null
  Field: FieldComponent
}

/** A field that holds fields: a titled frame around them. */
export function GroupView({ path, template, error, Field }: GroupProps) {
  const { idPrefix } = useFormFrame()
  const id = controlId(idPrefix, path)
  const { title, description } = template.schema
  const fields = template.children.map((child) => <Field key={child.name} path={childPath(path, child.name)} />)
  if (template.schema['x-widget'] === 'localText')
    return (
      <div className={fieldsClass(template.children)} id={id} data-field={path}>
        {fields}
      </div>
    )
  return (
    <fieldset className="ag-form-group" id={id} data-field={path} tabIndex={-1}>
      {title && <legend className="ag-form-group-title">{resolveText(title)}</legend>}
      {description && <p className="ag-form-field-help">{resolveText(description)}</p>}
      {error && <p className="ag-form-field-error">{errorText(error)}</p>}
      <div className={fieldsClass(template.children)}>{fields}</div>
    </fieldset>
  )
}
