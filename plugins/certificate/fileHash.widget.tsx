/** A file chosen or dropped -> its SHA-256 in hexadecimal, computed in this browser: the file goes nowhere. The placeholder of the field stands on the button. */
import { type DragEvent, useState } from 'react'

interface FileHashProps {
  id: string
  answer: { write(value: unknown): void; leave(): void; hold(state: 'busy' | 'failed' | null): void }
  placeholder: string
  disabled: boolean
  required: boolean
  invalid: boolean
  describedBy: string | undefined
}

const HEX_DIGITS = 2

export default function FileHash({ id, answer, placeholder, disabled, required, invalid, describedBy }: FileHashProps) {
  const [name, setName] = useState('')
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setName(file.name)
    answer.hold('busy')
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    answer.hold(null)
    answer.write([...digest].map((byte) => byte.toString(16).padStart(HEX_DIGITS, '0')).join(''))
    answer.leave()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside does the same by keyboard
    <div
      className={isOver ? 'ag-form-upload-drop ag-form-upload-over' : 'ag-form-upload-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        id={id}
        className="ag-form-upload-input"
        type="file"
        accept="application/pdf"
        disabled={disabled}
        required={required}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => void take(event.currentTarget.files?.[0])}
      />
      <span className="ag-form-upload-button" aria-hidden="true">
        {placeholder}
      </span>
      <span className="ag-form-upload-hint">{name}</span>
    </div>
  )
}
