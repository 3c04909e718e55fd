import { useDraggable } from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PaletteEntry } from '../../../runtime/core/documents.ts'
import { isOffered } from '../../../runtime/core/studio/entryOfField.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { insertEntry } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import { PartSearch } from './PartSearch.tsx'
import { SavedFields } from './SavedFields.tsx'

/** The field types. A click inserts one after the selection; dragging inserts it anywhere. */
export function Palette(): ReactNode {
  const { vocabulary, node } = useDesign()
  const [wanted, setWanted] = useState('')
  const fits = ({ title, id }: PaletteEntry) => `${resolveText(title)} ${id}`.toLowerCase().includes(wanted.trim().toLowerCase())
  return (
    <div className="ag-studio-palette">
      <PartSearch label={translate('studio.palette.search')} value={wanted} onChange={setWanted} />
      {vocabulary.palette.groups.map(({ id, title, entries }) => {
        const shown = entries.filter((entry) => isOffered(entry, node.purpose) && fits(entry))
        if (shown.length === 0) return null
        return (
          <section key={id} aria-label={resolveText(title)}>
            <h3 className="ag-studio-palette__title">{resolveText(title)}</h3>
            <div className="ag-studio-palette__entries">
              {shown.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </div>
          </section>
        )
      })}
      {node.library && <SavedFields library={node.library} wanted={wanted} />}
    </div>
  )
}

function Entry({ entry }: { entry: PaletteEntry }): ReactNode {
  const design = useDesign()
  const { setNodeRef, listeners } = useDraggable({ id: `entry ${entry.id}`, data: { entry } })
  return (
    <button
      ref={setNodeRef}
      type="button"
      className="ag-studio-entry"
      data-entry={entry.id}
      title={entry.description ? resolveText(entry.description) : undefined}
      {...listeners}
      onClick={() => insertEntry(design, entry)}
    >
      <Icon name={entry.icon} size="small" />
      {resolveText(entry.title)}
    </button>
  )
}
