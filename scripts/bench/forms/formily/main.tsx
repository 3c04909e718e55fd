/** @formily/antd unchanged: its own FormItem and controls, drawn from a schema. */
import '@ant-design/v5-patch-for-react-19'
import { Checkbox, DatePicker, Form, FormItem, Input, NumberPicker, Select, Submit } from '@formily/antd'
import { createForm } from '@formily/core'
import { createSchemaField, type ISchema } from '@formily/react'
import { createRoot } from 'react-dom/client'
import { askedCount, type BenchField, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

const SchemaField = createSchemaField({ components: { Checkbox, DatePicker, FormItem, Input, NumberPicker, Select } })
const form = createForm()

function schemaOf(field: BenchField): ISchema {
  const frame = { title: field.label, required: isRequired(field), 'x-decorator': 'FormItem' }
  const shown = field.shownBy ? { 'x-reactions': { dependencies: [field.shownBy], fulfill: { state: { visible: '{{!!$deps[0]}}' } } } } : {}
  if (field.kind === 'phone') return { ...frame, type: 'string', pattern: PHONE_PATTERN, 'x-component': 'Input' }
  if (field.kind === 'email') return { ...frame, type: 'string', format: 'email', 'x-component': 'Input' }
  if (field.kind === 'select') return { ...frame, type: 'string', enum: OPTIONS, 'x-component': 'Select' }
  if (field.kind === 'date') return { ...frame, type: 'string', 'x-component': 'DatePicker' }
  if (field.kind === 'checkbox') return { ...frame, type: 'boolean', 'x-component': 'Checkbox' }
  if (field.kind === 'number') return { ...frame, type: 'number', 'x-component': 'NumberPicker' }
  return { ...frame, ...shown, type: 'string', maxLength: MAX_LENGTH, 'x-component': 'Input' }
}

const schema: ISchema = {
  type: 'object',
  properties: Object.fromEntries(benchFields(askedCount()).map((field) => [field.name, schemaOf(field)])),
}

createRoot(document.getElementById('root')!).render(
  <Form form={form} layout="vertical" onAutoSubmitFailed={() => undefined}>
    <SchemaField schema={schema} />
    <Submit>Submit</Submit>
  </Form>,
)
