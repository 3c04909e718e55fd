import { useDraggable } from '@dnd-kit/core'
import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PaletteBreak, PaletteEntry } from '../../../runtime/core/documents.ts'
import { isOffered } from '../../../runtime/core/studio/entryOfField.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { insertBreak, insertEntry } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import type { Dragged } from './Dragging.tsx'
import { isNamed } from './isNamed.ts'
import { PartSearch } from './PartSearch.tsx'
import { SavedFields } from './SavedFields.tsx'

/** The field types. A click inserts one after the selection; dragging inserts it anywhere. */
export function Palette(): ReactNode {
  const design = useDesign()
  const { vocabulary, node } = design
  const [wanted, setWanted] = useState('')
  return (
    <div className="ag-studio-palette">
      <PartSearch label={translate('studio.palette.search')} value={wanted} onChange={setWanted} />
      {vocabulary.palette.groups.map(({ id, title, entries, breaks = [] }) => {
        const shown = entries.filter((entry) => isOffered(entry, node.purpose) && isNamed(entry, wanted))
        const parts = breaks.filter((part) => isNamed(part, wanted))
        if (shown.length + parts.length === 0) return null
        return (
          <section key={id} aria-label={resolveText(title)}>
            <h3 className="ag-studio-palette__title">{resolveText(title)}</h3>
            <div className="ag-studio-palette__entries">
              {shown.map((entry) => (
                <Offered key={entry.id} of={entry} dragged={{ entry }} onTake={() => insertEntry(design, entry)} />
              ))}
              {parts.map((part) => (
                <Offered key={part.id} of={part} dragged={{ part }} onTake={() => insertBreak(design, part)} />
              ))}
            </div>
          </section>
        )
      })}
      {node.library && <SavedFields library={node.library} wanted={wanted} />}
    </div>
  )
}

function Offered({ of, dragged, onTake }: { of: PaletteEntry | PaletteBreak; dragged: Dragged; onTake(): void }): ReactNode {
  const { setNodeRef, listeners } = useDraggable({ id: `entry ${of.id}`, data: dragged })
  return (
    <button
      ref={setNodeRef}
      type="button"
      className="ag-studio-entry"
      data-entry={of.id}
      title={of.description ? resolveText(of.description) : undefined}
      {...listeners}
      onClick={onTake}
    >
      <Icon name={of.icon} size="small" />
      {resolveText(of.title)}
    </button>
  )
}
