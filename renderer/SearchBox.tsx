import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { resolveText, translate } from '../runtime/client/texts.ts'
import type { Text } from '../runtime/core/documents.ts'
import { afterTyping } from './afterTyping.ts'
import { useTyped } from './filters/useTyped.ts'
import { useAsked } from './useAsked.ts'
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
  /** Words offered while typing: a list call, and the key of a row with its words. */
  suggest?: { call: string; label: string }
}

const TYPING_PAUSE_MS = 300

/** The search field of list pages and tables. Enter searches, clearing it shows all rows; with `live`, a pause in typing searches too. `/` focuses
 * it (see `useSearchShortcut.ts`). */
export function SearchBox({ placeholder, value, onSearch, live, suggest }: SearchBoxProps): ReactNode {
  const label = useText(placeholder)
  const pauseMs = (text: string) => (text === '' ? 0 : live ? TYPING_PAUSE_MS : null)
  const [typed, setTyped, search] = useTyped(value, onSearch, { read: trimmed, pauseMs })
  const offered = useOffered(suggest, typed, value)
  const list = useId()

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
        list={offered.length > 0 ? list : undefined}
        autoComplete={suggest ? 'off' : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {offered.length > 0 && (
        <datalist id={list}>
          {offered.map((words) => (
            <option key={words} value={words} />
          ))}
        </datalist>
      )}
      {!live && (
        <Button tone="primary" type="submit">
          {translate('kernel.search')}
        </Button>
      )}
    </form>
  )
}

const MAX_OFFERED = 6

/** Words that begin where a pause in typing ends; none for what is searched for already. */
function useOffered(suggest: SearchBoxProps['suggest'], typed: string, value: string): string[] {
  const [paused, setPaused] = useState('')
  useEffect(() => (suggest ? afterTyping(() => setPaused(typed.trim()), TYPING_PAUSE_MS) : undefined), [suggest, typed])
  const wanted = paused !== '' && paused !== value
  const { state } = useAsked<{ list: Record<string, Text>[] }>(
    suggest?.call ?? '',
    suggest && wanted ? { search: paused, pageSize: MAX_OFFERED } : null,
  )
  const words = wanted ? (state.data?.list ?? []).map((row) => resolveText(row[suggest!.label])) : []
  return [...new Set(words)].filter((each) => each !== typed)
}

function trimmed(text: string): string {
  return text.trim()
}
