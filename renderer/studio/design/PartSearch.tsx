import type { ReactNode } from 'react'

interface PartSearchProps {
  label: string
  value: string
  onChange(wanted: string): void
  /** Of a dialog: has the focus at first. */
  autoFocus?: boolean
}

/** Search box that narrows a list of the designer. */
export function PartSearch({ label, value, onChange, autoFocus }: PartSearchProps): ReactNode {
  return (
    <input
      type="search"
      className="ag-studio-search"
      aria-label={label}
      placeholder={label}
      data-autofocus={autoFocus ? '' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
