import type { ReactNode } from 'react'
import { useTyped } from '../../filters/useTyped.ts'

interface PartSearchProps {
  label: string
  value: string
  onChange(wanted: string): void
  /** Of a dialog: has the focus at first. */
  autoFocus?: boolean
}

/** Search box that narrows a list of the designer: at once, but not by letters that an input method is still making a word of. */
export function PartSearch({ label, value, onChange, autoFocus }: PartSearchProps): ReactNode {
  const [typed, setTyped] = useTyped(value, onChange, AT_ONCE)
  return (
    <input
      type="search"
      className="ag-studio-search"
      aria-label={label}
      placeholder={label}
      data-autofocus={autoFocus ? '' : undefined}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

const AT_ONCE = { pauseMs: () => 0 }
