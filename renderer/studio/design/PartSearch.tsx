/** The box that narrows a list of the designer. */
import type { ReactNode } from 'react'

interface PartSearchProps {
  label: string
  value: string
  onChange(wanted: string): void
}

export function PartSearch({ label, value, onChange }: PartSearchProps): ReactNode {
  return (
    <input
      type="search"
      className="ag-studio-search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
