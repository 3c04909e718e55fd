/** React with uncontrolled inputs: the least that a form can cost. */
import { type FormEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { askedCount, type BenchField, benchFields, isRequired, MAX_LENGTH, OPTIONS, PHONE_PATTERN } from '../definition.ts'

const fields = benchFields(askedCount())
const phone = new RegExp(PHONE_PATTERN)

function errorOf(field: BenchField, value: string): string {
  if (value === '') return isRequired(field) ? 'This is required' : ''
  if (field.kind === 'phone' && !phone.test(value)) return 'Not a phone number'
  if (field.kind === 'email' && !value.includes('@')) return 'Not an address'
  return value.length > MAX_LENGTH ? 'Too long' : ''
}

function PlainForm() {
  const [ticked, setTicked] = useState<Record<string, boolean>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const visible = fields.filter((field) => !field.shownBy || ticked[field.shownBy])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    setErrors(Object.fromEntries(visible.map((field) => [field.name, errorOf(field, String(values.get(field.name) ?? ''))])))
  }
  return (
    <form noValidate onSubmit={submit}>
      {visible.map((field) => (
        <div key={field.name}>
          <label htmlFor={field.name}>{field.label}</label>
          <PlainControl field={field} onTick={(on) => setTicked((before) => ({ ...before, [field.name]: on }))} />
          {errors[field.name] && <p className="bench-error">{errors[field.name]}</p>}
        </div>
      ))}
      <button type="submit">Submit</button>
    </form>
  )
}

function PlainControl({ field, onTick }: { field: BenchField; onTick(on: boolean): void }) {
  const common = { id: field.name, name: field.name }
  if (field.kind === 'checkbox') return <input {...common} type="checkbox" onChange={(event) => onTick(event.currentTarget.checked)} />
  if (field.kind === 'date') return <input {...common} type="date" />
  if (field.kind === 'number') return <input {...common} type="number" />
  if (field.kind !== 'select') return <input {...common} type="text" maxLength={MAX_LENGTH} />
  return (
    <select {...common} defaultValue="">
      <option value="">Choose</option>
      {OPTIONS.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

createRoot(document.getElementById('root')!).render(<PlainForm />)
