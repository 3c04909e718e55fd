import { type ReactNode, useEffect, useState } from 'react'

interface PartSearchProps {
  label: string
  value: string
  onChange(wanted: string): void
  /** Of a dialog: has the focus at first. */
  autoFocus?: boolean
}

/** Search box that narrows a list of the designer: immediately, but not by letters that an input method is still making a word of. */
export function PartSearch({ label, value, onChange, autoFocus }: PartSearchProps): ReactNode {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const tell = (text: string) => {
    setTyped(text)
    onChange(text)
  }
  return (
    <input
      type="search"
      className="ag-studio-search"
      aria-label={label}
      placeholder={label}
      data-autofocus={autoFocus ? '' : undefined}
      value={typed}
      onChange={({ nativeEvent, target }) => ((nativeEvent as InputEvent).isComposing ? setTyped : tell)(target.value)}
      onCompositionEnd={({ currentTarget }) => tell(currentTarget.value)}
    />
  )
}
