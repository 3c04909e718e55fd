/** antd's Form as one writes it by hand. */
import '@ant-design/v5-patch-for-react-19'
import { Button, Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd'
import { createRoot } from 'react-dom/client'
import { askedCount, type BenchField, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

const fields = benchFields(askedCount())
const phone = new RegExp(PHONE_PATTERN)

function rulesOf(field: BenchField) {
  const required = isRequired(field) ? [{ required: true, message: 'This is required' }] : []
  if (field.kind === 'phone') return [...required, { pattern: phone, message: 'Not a phone number' }]
  if (field.kind === 'email') return [...required, { type: 'email' as const, message: 'Not an address' }]
  return ['text', 'conditional'].includes(field.kind) ? [...required, { max: MAX_LENGTH, message: 'Too long' }] : required
}

function control({ kind }: BenchField) {
  if (kind === 'checkbox') return <Checkbox />
  if (kind === 'date') return <DatePicker />
  if (kind === 'number') return <InputNumber />
  return kind === 'select' ? <Select options={OPTIONS} /> : <Input />
}

function Item({ field }: { field: BenchField }) {
  return (
    <Form.Item name={field.name} label={field.label} rules={rulesOf(field)} valuePropName={field.kind === 'checkbox' ? 'checked' : 'value'}>
      {control(field)}
    </Form.Item>
  )
}

function AntdForm() {
  return (
    <Form layout="vertical">
      {fields.map((field) =>
        field.shownBy ? (
          <Form.Item key={field.name} noStyle shouldUpdate={(before, now) => before[field.shownBy!] !== now[field.shownBy!]}>
            {({ getFieldValue }) => (getFieldValue(field.shownBy) ? <Item field={field} /> : null)}
          </Form.Item>
        ) : (
          <Item key={field.name} field={field} />
        ),
      )}
      <Button htmlType="submit" type="primary">
        Submit
      </Button>
    </Form>
  )
}

createRoot(document.getElementById('root')!).render(<AntdForm />)
