/** JSON Forms with its vanilla renderers and its own Ajv. Not TypeScript: its packages are there only while the bench runs. */
import { JsonForms } from '@jsonforms/react'
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { askedCount, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

const fields = benchFields(askedCount())
const always = fields.filter((field) => !field.shownBy)
const conditional = fields.filter((field) => field.shownBy)

function schemaOf({ kind, label: title }) {
  if (kind === 'phone') return { type: 'string', title, pattern: PHONE_PATTERN }
  if (kind === 'email') return { type: 'string', title, format: 'email' }
  if (kind === 'select') return { type: 'string', title, enum: OPTIONS.map((option) => option.value) }
  if (kind === 'date') return { type: 'string', title, format: 'date' }
  if (kind === 'checkbox') return { type: 'boolean', title }
  if (kind === 'number') return { type: 'number', title }
  return { type: 'string', title, maxLength: MAX_LENGTH }
}

const ticked = (name) => ({ properties: { [name]: { const: true } }, required: [name] })
const schema = {
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
  required: always.filter(isRequired).map((field) => field.name),
  allOf: conditional.map(({ name, shownBy }) => ({ anyOf: [{ not: ticked(shownBy) }, { required: [name] }] })),
}
const uischema = {
  type: 'VerticalLayout',
  elements: fields.map(({ name, shownBy }) => ({
    type: 'Control',
    scope: `#/properties/${name}`,
    ...(shownBy
      ? { rule: { effect: 'SHOW', condition: { scope: `#/properties/${shownBy}`, schema: { const: true }, failWhenUndefined: true } } }
      : {}),
  })),
}

function Form() {
  const [data, setData] = useState({})
  const [mode, setMode] = useState('ValidateAndHide')
  return (
    <>
      <JsonForms
        schema={schema}
        uischema={uischema}
        data={data}
        renderers={vanillaRenderers}
        cells={vanillaCells}
        validationMode={mode}
        onChange={(change) => setData(change.data)}
      />
      <button type="submit" onClick={() => setMode('ValidateAndShow')}>
        Submit
      </button>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Form />)
