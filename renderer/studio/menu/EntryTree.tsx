import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { language, resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { type EntrySide, menuEntries, placeEntry } from '../../../runtime/core/studio/menuEntries.ts'
import { editorKey } from '../../inPlaceEditor/editorKey.ts'
import type { Content } from '../documents/openedDocument.ts'
import { PathRow, PathTree } from '../inPlaceEditor/PathTree.tsx'
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
  useSnapshot(language)
  const entries = menuEntries(content)
  const [dragged, setDragged] = useState<string | null>(null)
  return (
    <PathTree
      label={translate('studioMenu.tree')}
      whole={translate('studioMenu.itself')}
      paths={entries.map(({ path }) => path)}
      chosen={chosen}
      choose={choose}
      press={(event) => {
        const command = commandOf(event)
        if (command !== null) run(command)
        return command !== null
      }}
      className="ag-menu-editor__tree"
    >
      {entries.map(({ path, content: entry, depth }) => (
        <PathRow
          key={path}
          path={path}
          depth={depth}
          isChosen={path === chosen}
          isConditional={entry.visibleWhen !== undefined || entry.permission !== undefined}
          choose={choose}
          setDragged={setDragged}
          sideAt={sideAt}
          takes={(side) => dragged !== null && placeEntry(content, dragged, path, side) !== null}
          onDrop={(side) => drop(dragged!, path, side)}
        >
          {resolveText(entry.label as Text)} {typeof entry.to === 'string' && <span className="ag-in-place__kind">{entry.to}</span>}
        </PathRow>
      ))}
      {entries.length === 0 && <p className="ag-studio-hint">{translate('studioMenu.empty')}</p>}
    </PathTree>
  )
}

const ALT_MOVES: Readonly<Record<string, EntryCommand>> = { ArrowLeft: 'out', ArrowRight: 'in' }

function commandOf(event: KeyboardEvent): EntryCommand | null {
  const sideways = event.altKey ? ALT_MOVES[event.key] : undefined
  const key = editorKey(event)
  return sideways ?? (key === 'copy' || key === 'around' ? null : key)
}

/** Near an edge: beside the entry; in the middle: below it. */
function sideAt(part: number): EntrySide {
  if (part < 0.3) return 'before'
  return part > 0.7 ? 'after' : 'inside'
}
