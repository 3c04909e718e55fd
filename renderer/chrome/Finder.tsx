import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { addressOf } from '../../runtime/client/actions.ts'
import { findDocument } from '../../runtime/client/library.ts'
import { evaluateCel, extendScope, type Scope } from '../../runtime/client/scope.ts'
import { createScreen, type Screen } from '../../runtime/client/screen.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { isRecord } from '../../runtime/core/isRecord.ts'
import { useTyped } from '../filters/useTyped.ts'
import { useScope } from '../ScreenContext.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Overlay } from '../widgets/light/Overlay.tsx'
import { useChoice } from './AccountMenu.tsx'
import type { FinderProps } from './FinderButton.tsx'
import { type FoundEntry, findEntries, type MatchesPinyin, menuEntries } from './findEntries.ts'
import { recentPlaces } from './recentPlaces.ts'
import { useMenu } from './useMenu.ts'

interface FoundGroup {
  title: string
  entries: readonly FoundEntry[]
}

type FinderList = NonNullable<FinderProps['finder']['lists']>[number]

const WIDTH_PX = 640
const PAUSE_MS = 200
const MAX_ENTRIES = 8

/** The dialog in which everything is found: entries of menus immediately, rows after a pause in typing. Arrow keys choose, Enter goes. */
export default function Finder({ finder, menu, onClose }: FinderProps & { onClose(): void }): ReactNode {
  const [asked, setAsked] = useState('')
  const [typed, setTyped, askNow] = useTyped(asked, setAsked, { read: (text) => text.trim(), pauseMs: () => PAUSE_MS })
  const entries = useEntries(finder, menu, typed)
  const { rows, busy } = useRows(finder.lists, asked)
  const groups = [...entries, ...(typed.trim() === '' ? [] : rows)].filter((group) => group.entries.length > 0)
  return (
    <Overlay kind="dialog" title={translate('kernel.finder.title')} width={WIDTH_PX} onClose={onClose}>
      <Choice groups={groups} typed={typed} onType={setTyped} onAsk={askNow} waits={busy || typed.trim() !== asked} onClose={onClose} />
    </Overlay>
  )
}

interface ChoiceProps {
  groups: readonly FoundGroup[]
  typed: string
  onType(text: string): void
  onAsk(): void
  /** More may be found. */
  waits: boolean
  onClose(): void
}

function Choice({ groups, typed, onType, onAsk, waits, onClose }: ChoiceProps): ReactNode {
  const base = useId()
  const all = groups.flatMap(({ entries }) => entries)
  const [at, setAt] = useState(0)
  const current = Math.min(at, all.length - 1)
  const go = useChoice()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen stays in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, groups])

  function choose(entry: FoundEntry): void {
    onClose()
    go(entry)
  }
  function hear(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setAt((current + step + all.length) % all.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const entry = all[current]
      if (entry) choose(entry)
      else onAsk()
    }
  }
  const optionId = (index: number) => `${base}-${index}`
  let index = -1
  return (
    <div className="ag-finder">
      <input
        type="search"
        role="combobox"
        data-autofocus
        className="ag-search__input ag-finder__input"
        aria-expanded={all.length > 0}
        aria-controls={`${base}-list`}
        aria-activedescendant={all.length > 0 ? optionId(current) : undefined}
        aria-label={translate('kernel.finder.title')}
        placeholder={translate('kernel.finder.placeholder')}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          onType(event.target.value)
          setAt(0)
        }}
        onKeyDown={hear}
      />
      <div ref={list} id={`${base}-list`} role="listbox" aria-label={translate('kernel.finder.found')} className="ag-finder__list">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options in groups of a list box
          <div key={group.title} role="group" aria-label={group.title}>
            <p className="ag-finder__title" aria-hidden="true">
              {group.title}
            </p>
            {group.entries.map((entry) => {
              index += 1
              const own = index
              return <Option key={entry.key} id={optionId(own)} entry={entry} chosen={own === current} onChoose={() => choose(entry)} />
            })}
          </div>
        ))}
      </div>
      <p className="ag-finder__state" role="status">
        {all.length > 0
          ? translate('kernel.finder.count', { count: all.length })
          : translate(waits ? 'kernel.load.running' : typed ? 'kernel.finder.nothing' : 'kernel.finder.hint')}
      </p>
    </div>
  )
}

function Option({ id, entry, chosen, onChoose }: { id: string; entry: FoundEntry; chosen: boolean; onChoose(): void }): ReactNode {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the chosen one
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={joinClasses('ag-finder__option', chosen && 'ag-finder__option--chosen')}
      onClick={onChoose}
    >
      {entry.icon ? <Icon name={entry.icon} size="small" /> : <span className="ag-finder__gap" />}
      <span className="ag-finder__name">{entry.title}</span>
      {entry.text && <span className="ag-finder__text">{entry.text}</span>}
    </div>
  )
}

/** Before anything is typed: where the person was last, and the menu; then what the text finds in the menus. */
function useEntries(finder: FinderProps['finder'], menu: string | undefined, typed: string): FoundGroup[] {
  const ids = new Set([...(menu ? [menu] : []), ...finder.menus])
  const items = useMenu([...ids].flatMap((id) => findDocument('menus', id)?.items ?? []))
  const matchesPinyin = usePinyin()
  const recent = useMemo(recentPlaces, [])
  if (typed.trim() === '')
    return [
      {
        title: translate('kernel.finder.recent'),
        entries: recent.map(({ title, to }) => ({ key: to, title: resolveText(title), to, icon: 'clock' })),
      },
    ]
  const entries = findEntries(menuEntries(items), typed, matchesPinyin).slice(0, MAX_ENTRIES)
  return [{ title: translate('kernel.finder.pages'), entries }]
}

/** The reader of pinyin is large: it comes after the dialog, and only for who searches. */
function usePinyin(): MatchesPinyin {
  const [matches, setMatches] = useState<MatchesPinyin>(() => () => false)
  useEffect(() => {
    let wanted = true
    void import('pinyin-pro').then(
      ({ match }) =>
        wanted &&
        setMatches(() => (text: string, part: string) => /^[a-z]+$/.test(part) && match(text, part, { continuous: true }) !== null),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [])
  return matches
}

/** Rows of the lists for what was asked: a screen of its own, which ends with the dialog. */
function useRows(lists: readonly FinderList[] = [], asked: string): { rows: FoundGroup[]; busy: boolean } {
  const frame = useScope()
  const [screen, setScreen] = useState<Screen | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is passed to the running screen below
  useEffect(() => {
    const sources = Object.fromEntries(lists.map(({ source }, index) => [`list${index}`, source]))
    const started = createScreen({ sources: asked === '' ? {} : sources }, placeOf(frame, asked), frame)
    started.start()
    setScreen(started)
    return () => started.stop()
  }, [lists, frame, asked === ''])
  useEffect(() => screen?.move(placeOf(frame, asked)), [screen, frame, asked])
  const [, drawAgain] = useState(0)
  useEffect(() => screen?.scope.subscribe(() => drawAgain((count) => count + 1)), [screen])
  const states = screen?.sources.states ?? {}
  return {
    rows: screen
      ? lists.map((list, index) => ({ title: resolveText(list.title), entries: rowsOf(list, states[`list${index}`]?.data, screen.scope) }))
      : [],
    busy: Object.values(states).some(({ status, busy }) => status === 'loading' || busy),
  }
}

function placeOf(frame: Scope, find: string) {
  const { path, query, route } = frame.read() as { path: string; query: Record<string, unknown>; route?: Record<string, string> }
  return { path, route: route ?? {}, query: { ...query, find } }
}

function rowsOf(list: FinderList, answer: unknown, scope: Scope): FoundEntry[] {
  const rows = isRecord(answer) && Array.isArray(answer.list) ? answer.list : []
  return rows.map((item, index) => {
    const inner = extendScope(scope, { item, row: item })
    const to = addressOf(list.item.to, inner)
    const shown = (cel: FinderList['item']['title'] | undefined) => (cel ? resolveText(evaluateCel(cel, inner)) : undefined)
    return { key: `${to} ${index}`, title: shown(list.item.title) ?? '', text: shown(list.item.text), to }
  })
}
