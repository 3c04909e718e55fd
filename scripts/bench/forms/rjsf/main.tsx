/** @rjsf/antd with its own Ajv validator. */
import '@ant-design/v5-patch-for-react-19'
import Form from '@rjsf/antd'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { createRoot } from 'react-dom/client'
import { askedCount, type BenchField, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

const fields = benchFields(askedCount())
const always = fields.filter((field) => !field.shownBy)

function schemaOf(field: BenchField): RJSFSchema {
  const title = field.label
  if (field.kind === 'phone') return { type: 'string', title, pattern: PHONE_PATTERN }
  if (field.kind === 'email') return { type: 'string', title, format: 'email' }
  if (field.kind === 'select') return { type: 'string', title, enum: OPTIONS.map((option) => option.value) }
  if (field.kind === 'date') return { type: 'string', title, format: 'date' }
  if (field.kind === 'checkbox') return { type: 'boolean', title }
  if (field.kind === 'number') return { type: 'number', title }
  return { type: 'string', title, maxLength: MAX_LENGTH }
}

const schema: RJSFSchema = {
  type: 'object',
  properties: Object.fromEntries(always.map((field) => [field.name, schemaOf(field)])),
  required: always.filter(isRequired).map((field) => field.name),
  dependencies: Object.fromEntries(
    fields
      .filter((field) => field.shownBy)
      .map((field) => [
        field.shownBy!,
        {
          oneOf: [
            { properties: { [field.shownBy!]: { enum: [false] } } },
            { properties: { [field.shownBy!]: { enum: [true] }, [field.name]: schemaOf(field) }, required: [field.name] },
          ],
        },
      ]),
  ),
}
const uiSchema = { 'ui:order': fields.map((field) => field.name) }

createRoot(document.getElementById('root')!).render(
  <Form schema={schema} uiSchema={uiSchema} validator={validator} noHtml5Validate showErrorList={false} />,
)
