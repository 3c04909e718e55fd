import { type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { language, resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { type EntrySide, type MenuEntry, menuEntries, placeEntry } from '../../../runtime/core/studio/menuEntries.ts'
import { editorKey } from '../../inPlaceEditor/editorKey.ts'
import { useHeldFocus } from '../../widgets/controls/useHeldFocus.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import type { Content } from '../documents/openedDocument.ts'
import { scrollWithin } from '../inPlaceEditor/scrollWithin.ts'
import type { EntryCommand } from './MenuEditor.tsx'

interface EntryTreeProps {
  content: Content
  chosen: string | null
  choose(path: string | null): void
  run(command: EntryCommand): void
  drop(path: string, target: string, side: EntrySide): void
}

/** Arrow keys choose, Alt and the arrow keys move: up, down, out of a group, into the entry before. Rows are dragged between others, or onto one: below it. */
export function EntryTree({ content, chosen, choose, run, drop }: EntryTreeProps): ReactNode {
  const entries = menuEntries(content)
  const tree = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const paths = [null, ...entries.map(({ path }) => path)]
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!tree.current || !row) return
    scrollWithin(tree.current, row)
    if (tree.current.contains(document.activeElement)) row.focus({ preventScroll: true })
  })
  // a move gives the row another place: the one that had the focus may be gone
  const heldFocus = useHeldFocus(tree, CHOSEN)
  function hear(event: KeyboardEvent): void {
    const command = commandOf(event)
    const at = paths.indexOf(chosen)
    const step = event.altKey ? undefined : { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: paths.length - 1 }[event.key]
    if (command === null && step === undefined) return
    event.preventDefault()
    if (command !== null) run(command)
    else choose(paths[Math.max(0, Math.min(step!, paths.length - 1))]!)
  }
  return (
    <div
      ref={tree}
      className="ag-in-place__tree ag-menu-editor__tree"
      role="tree"
      aria-label={translate('studioMenu.tree')}
      onKeyDown={hear}
      {...heldFocus}
    >
      <div
        role="treeitem"
        aria-level={1}
        aria-selected={chosen === null}
        tabIndex={chosen === null ? 0 : -1}
        className="ag-in-place__row"
        onClick={() => choose(null)}
        onKeyDown={undefined}
      >
        {translate('studioMenu.itself')}
      </div>
      {entries.map((entry) => (
        <EntryRow
          key={entry.path}
          entry={entry}
          isChosen={entry.path === chosen}
          choose={choose}
          setDragged={setDragged}
          takes={(side) => dragged !== null && placeEntry(content, dragged, entry.path, side) !== null}
          onDrop={(side) => dragged !== null && drop(dragged, entry.path, side)}
        />
      ))}
      {entries.length === 0 && <p className="ag-studio-hint">{translate('studioMenu.empty')}</p>}
    </div>
  )
}

const CHOSEN = ['[aria-selected="true"]']
const ALT_MOVES: Readonly<Record<string, EntryCommand>> = { ArrowLeft: 'out', ArrowRight: 'in' }

function commandOf(event: KeyboardEvent): EntryCommand | null {
  const sideways = event.altKey ? ALT_MOVES[event.key] : undefined
  const key = editorKey(event)
  return sideways ?? (key === 'copy' || key === 'around' ? null : key)
}

interface EntryRowProps {
  entry: MenuEntry
  isChosen: boolean
  choose(path: string): void
  setDragged(path: string | null): void
  takes(side: EntrySide): boolean
  onDrop(side: EntrySide): void
}

function EntryRow({ entry: { path, content, depth }, isChosen, choose, setDragged, takes, onDrop }: EntryRowProps): ReactNode {
  useSnapshot(language)
  const [side, setSide] = useState<EntrySide | null>(null)
  const isConditional = content.visibleWhen !== undefined || content.permission !== undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      role="treeitem"
      aria-level={depth + 2}
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      className="ag-in-place__row"
      data-drop={side ?? undefined}
      style={{ '--ag-in-place-depth': depth + 1 } as CSSProperties}
      draggable
      onClick={() => choose(path)}
      onDragStart={() => setDragged(path)}
      onDragEnd={() => setDragged(null)}
      onDragOver={(event) => {
        const over = sideOf(event)
        if (!takes(over)) return setSide(null)
        event.preventDefault()
        setSide(over)
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        setSide(null)
        onDrop(sideOf(event))
      }}
    >
      {resolveText(content.label as Text)} {typeof content.to === 'string' && <span className="ag-in-place__kind">{content.to}</span>}
      {isConditional && (
        <span className="ag-in-place__when" title={translate('studioSight.conditional')}>
          <Icon name="eye" size="small" />
          <span className="ag-hidden">{translate('studioSight.conditional')}</span>
        </span>
      )}
    </div>
  )
}

/** Near an edge: beside the entry; in the middle: below it. */
function sideOf({ clientY, currentTarget }: DragEvent): EntrySide {
  const { top, height } = currentTarget.getBoundingClientRect()
  const part = (clientY - top) / height
  if (part < 0.3) return 'before'
  return part > 0.7 ? 'after' : 'inside'
}
