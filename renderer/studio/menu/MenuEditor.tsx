import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { pathSteps, readAt } from '../../../runtime/core/studio/documentPath.ts'
import type { ChangedNodes } from '../../../runtime/core/studio/inPlaceEditor/changeNodes.ts'
import { addEntry, type EntryMove, type EntrySide, moveEntry, placeEntry, removeEntry } from '../../../runtime/core/studio/menuEntries.ts'
import { PartPanel } from '../documents/DocumentPanel.tsx'
import type { Content } from '../documents/openedDocument.ts'
import type { SavedDraft } from '../useSavedDraft.ts'
import { AddPage } from './AddPage.tsx'
import { EntryToolbar } from './EntryToolbar.tsx'
import { EntryTree } from './EntryTree.tsx'
import '../inPlaceEditor/inPlaceEditor.css'
import './menuEditor.css'

/** What a person does to the chosen entry. */
export type EntryCommand = EntryMove | 'remove' | 'undo' | 'redo'

/** The entries of a menu as a tree that is put in order by dragging, keys or buttons, and the properties of the chosen one. */
export function MenuEditor({ draft }: { draft: SavedDraft<Content> }): ReactNode {
  const { content, change } = draft
  const [wanted, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isAdding, setAdding] = useState(false)
  const chosen = wanted !== null && readAt(content, wanted) !== undefined ? wanted : null
  function take(changed: ChangedNodes | null, words: string): void {
    if (changed) {
      change(changed.content)
      setChosen(changed.chosen)
    }
    setSaid(translate(changed ? words : 'studioMenu.noPlace'))
  }
  function run(command: EntryCommand): void {
    if (command === 'undo') draft.undo()
    else if (command === 'redo') draft.redo()
    else if (chosen === null) return
    else if (command === 'remove') take(removeEntry(content, chosen), 'studioMenu.removed')
    else take(moveEntry(content, chosen, command), 'studioMenu.moved')
  }
  function choose(path: string | null): void {
    setChosen(path)
    setSaid('')
  }
  return (
    <div className="ag-menu-editor">
      <div className="ag-in-place__side">
        <EntryToolbar
          content={content}
          chosen={chosen}
          run={run}
          onPage={() => setAdding(true)}
          onEntry={() => take(addEntry(content, chosen, { id: 'entry', label: newLabel() }), 'studioMenu.added')}
        />
        <EntryTree
          content={content}
          chosen={chosen}
          choose={choose}
          run={run}
          drop={(path, target, side: EntrySide) => take(placeEntry(content, path, target, side), 'studioMenu.moved')}
        />
        <p className="ag-in-place__said" role="status">
          {said}
        </p>
        <p className="ag-studio-hint">{translate('studioMenu.help')}</p>
      </div>
      <div className="ag-in-place__panel">
        <PartPanel kind="menu" content={content} path={chosen === null ? [] : pathSteps(chosen)} change={change} />
      </div>
      {isAdding && (
        <AddPage onTake={(entry) => take(addEntry(content, chosen, entry), 'studioMenu.added')} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

/** To be typed over in both languages. */
function newLabel(): Text {
  const words = translate('studioMenu.newEntry')
  return { zh: words, en: words }
}
