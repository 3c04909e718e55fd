import type { FormEvent, ReactNode } from 'react'
import { translate } from '../runtime/client/texts.ts'
import type { Text } from '../runtime/core/documents.ts'
import { useTyped } from './filters/useTyped.ts'
import { useText } from './useScoped.ts'
import { Button } from './widgets/light/Button.tsx'
import { Icon } from './widgets/light/Icon.tsx'
import { joinClasses } from './widgets/light/joinClasses.ts'

export interface SearchBoxProps {
  placeholder: Text
  /** What is searched for now. */
  value: string
  onSearch(text: string): void
  /** Searches while the person types, and is small enough for a row of filters. */
  live?: boolean
}

const TYPING_PAUSE_MS = 300

/** The search field of list pages and tables. Enter searches, clearing it shows all rows; with `live`, a pause in typing searches too. `/` focuses
 * it (see `useSearchShortcut.ts`). */
export function SearchBox({ placeholder, value, onSearch, live }: SearchBoxProps): ReactNode {
  const label = useText(placeholder)
  const pauseMs = (text: string) => (text === '' ? 0 : live ? TYPING_PAUSE_MS : null)
  const [typed, setTyped, search] = useTyped(value, onSearch, { read: trimmed, pauseMs })

  function submit(event: FormEvent): void {
    event.preventDefault()
    search()
  }

  return (
    <form className={joinClasses('ag-search', live && 'ag-search--small')} onSubmit={submit}>
      <Icon name="search" size={live ? 'small' : undefined} />
      <input
        type="search"
        data-search
        className="ag-search__input"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {!live && (
        <Button tone="primary" type="submit">
          {translate('kernel.search')}
        </Button>
      )}
    </form>
  )
}

function trimmed(text: string): string {
  return text.trim()
}
