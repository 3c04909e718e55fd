import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { PaletteBreak, PaletteEntry } from '../../../runtime/core/documents.ts'
import { readAt } from '../../../runtime/core/studio/documentPath.ts'
import { holderInside, type OutlineRow, outline } from '../../../runtime/core/studio/outline.ts'
import type { FieldPlace } from '../../../runtime/core/studio/placeFields.ts'
import { dropAt, insertBreak, insertEntry, titleOf } from '../commands.ts'
import { type Design, useDesign } from '../useDesign.ts'
import { type DropMark, readDropMark, setDropMark } from './dropMark.ts'

/** Far enough that a click is no drag. */
const START_PX = 6
/** The middle of a group takes what is dropped into it. */
const EDGE = 0.3

/** What is dragged: a kind of field, a break, or a part. */
export type Dragged = { entry: PaletteEntry } | { part: PaletteBreak } | { path: string }

/** Drags field types and parts of the form with the pointer. The keyboard uses Alt and the arrow keys. */
export function Dragging({ children }: { children: ReactNode }): ReactNode {
  const design = useDesign()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: START_PX } }))
  // In the window. What the library tells of a move also counts how far the page was scrolled meanwhile.
  const pointerY = useRef(0)
  const below: CollisionDetection = (args) => {
    pointerY.current = args.pointerCoordinates?.y ?? 0
    return pointerWithin(args)
  }
  const words = ({ data }: Named) => nameOf(design, data.current)
  const end = () => {
    setDropMark(null)
    setDragged(null)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={below}
      accessibility={{
        announcements: {
          onDragStart: ({ active }) => translate('studio.drag.start', { what: words(active) }),
          onDragOver: ({ active, over }) => (over ? translate('studio.drag.over', { what: words(active), where: words(over) }) : undefined),
          onDragEnd: ({ active, over }) => translate(over ? 'studio.drag.end' : 'studio.drag.cancel', { what: words(active) }),
          onDragCancel: ({ active }) => translate('studio.drag.cancel', { what: words(active) }),
        },
        screenReaderInstructions: { draggable: translate('studio.drag.help') },
      }}
      onDragStart={({ active }) => setDragged(active.data.current as Dragged)}
      onDragMove={(event) => setDropMark(markOf(design, event, pointerY.current))}
      onDragCancel={end}
      onDragEnd={({ active }) => {
        const mark = readDropMark()
        if (mark) drop(design, active.data.current as Dragged, mark)
        end()
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>{dragged && <span className="ag-studio-dragged">{nameOf(design, dragged)}</span>}</DragOverlay>
    </DndContext>
  )
}

/** The dragged item and the drop target, as the library reports them. */
interface Named {
  data: { current?: Record<string, unknown> | undefined }
}

function nameOf({ session }: Design, dragged: Readonly<Record<string, unknown>> | undefined): string {
  if (typeof dragged?.path === 'string') return titleOf(session.content, dragged.path)
  return resolveText(((dragged?.entry ?? dragged?.part) as PaletteEntry | PaletteBreak | undefined)?.title)
}

function markOf({ session }: Design, { over, active }: DragMoveEvent, pointerY: number): DropMark | null {
  const path = over?.data.current?.path
  if (!over || typeof path !== 'string' || active.data.current?.path === path) return null
  if (over.data.current?.end === true) return { path, side: 'inside' }
  const at = (pointerY - over.rect.top) / over.rect.height
  const row = outline(session.content).find((each) => each.path === path)
  if (!row) return path === '' ? { path, side: 'inside' } : null
  if (row.kind !== 'field') return { path, side: 'inside' }
  if ((row.holds === 'group' || row.holds === 'repeat') && at > EDGE) return { path, side: 'inside' }
  return { path, side: at < 0.5 ? 'before' : 'after' }
}

function drop(design: Design, dragged: Dragged, mark: DropMark): void {
  const place = placeOf(design, mark)
  if (!place) return
  if ('entry' in dragged) insertEntry(design, dragged.entry, place)
  else if ('part' in dragged) insertBreak(design, dragged.part, place)
  else dropAt(design, design.session.selection.includes(dragged.path) ? design.session.selection : [dragged.path], place)
}

function placeOf({ session }: Design, { path, side }: DropMark): FieldPlace | null {
  const rows = outline(session.content)
  const row = rows.find((each) => each.path === path)
  if (!row) return { holder: '/schema', before: null, step: rows.at(-1)?.step ?? null, section: rows.at(-1)?.section ?? null }
  const part = { step: row.step, section: row.section }
  if (side === 'inside') return { holder: holderInside(row), before: row.kind === 'field' ? null : firstIn(rows, row), ...part }
  const names = Object.keys((readAt(session.content, `${row.holder}/properties`) ?? {}) as object)
  return { holder: row.holder, before: side === 'before' ? row.name : (names[names.indexOf(row.name) + 1] ?? null), ...part }
}

function firstIn(rows: readonly OutlineRow[], part: OutlineRow): string | null {
  return (
    rows.find((row) => row.kind === 'field' && row.holder === '/schema' && row.step === part.step && row.section === part.section)?.name ??
    null
  )
}
