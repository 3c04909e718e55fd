import { DndContext, type DragEndEvent, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { enumLabel } from '../../runtime/client/format.ts'
import { findDocument } from '../../runtime/client/library.ts'
import { evaluateCel, extendScope } from '../../runtime/client/scope.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import { useScope, useScreen } from '../ScreenContext.ts'
import { PHONE, useMedia } from '../useMedia.ts'
import { Tabs } from '../widgets/light/Tabs.tsx'
import { BoardColumn } from './BoardColumn.tsx'
import type { BoardDocument, Item } from './boardTypes.ts'
import { useMoves } from './useMoves.ts'
import './board.css'

/** Far enough that a click is no drag. */
const START_PX = 6
/** On a touch screen a card is held first: a finger that moves at once scrolls. */
const HOLD = { delay: 250, tolerance: 8 }
/** Cards are read and moved by their menus; the library's English is not. */
const SILENT = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' }

/** What a card says of itself while it is dragged. */
export interface DraggedCard {
  item: Item
  from: string
  mayMove: readonly string[]
}

/** Where a column stands: beside the others, or, on a phone, behind a tab of its own. */
export interface ColumnPlace {
  isPhone: boolean
  isShown: boolean
  /** Takes the number of its cards, in words. */
  tell(count: string): void
}

interface FrameProps {
  codes: readonly string[]
  enumId: string
  children(code: string, place: ColumnPlace): ReactNode
}

/** Columns beside each other; on a phone one of them below tabs that say how many cards each has. */
function Frame({ codes, enumId, children }: FrameProps): ReactNode {
  const isPhone = useMedia(PHONE)
  const [chosen, setChosen] = useState<string | null>(null)
  const [counts, setCounts] = useState<Readonly<Record<string, string>>>({})
  const current = chosen ?? codes[0] ?? ''
  const tell = (code: string) => (count: string) => setCounts((known) => (known[code] === count ? known : { ...known, [code]: count }))
  const columns = codes.map((code) => children(code, { isPhone, isShown: !isPhone || code === current, tell: tell(code) }))
  if (!isPhone)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className="ag-board" tabIndex={0} aria-label={resolveText(findDocument('enums', enumId)?.title)}>
        {columns}
      </section>
    )
  const items = codes.map((id) => ({ id, title: enumLabel(enumId, id), badge: counts[id] }))
  return (
    <Tabs items={items} current={current} onChange={setChosen}>
      <div className="ag-board">{columns}</div>
    </Tabs>
  )
}

/** @param given  parameters of the call; null: nothing is asked yet */
export function Board({ node, given }: { node: BoardDocument; given: Record<string, unknown> | null }): ReactNode {
  const scope = useScope()
  const { screen } = useScreen()
  const columns = useRef(new Map<string, () => Promise<void>>())
  const [dragged, setDragged] = useState<DraggedCard | null>(null)
  const reload = (codes: readonly string[]) => Promise.all(codes.map((code) => columns.current.get(code)?.()))
  const moves = useMoves(node, reload)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: START_PX } }),
    useSensor(TouchSensor, { activationConstraint: HOLD }),
  )
  useEffect(
    () => screen.onRefresh(node.id ?? '', async () => void (await Promise.all([...columns.current.values()].map((again) => again())))),
    [screen, node.id],
  )
  const codes = node.values ?? findDocument('enums', node.enum)?.values.map(({ code }) => String(code)) ?? []

  function drop({ active, over }: DragEndEvent): void {
    setDragged(null)
    const card = active.data.current as DraggedCard | undefined
    const to = over && String(over.id)
    if (card && to && card.mayMove.includes(to)) moves.start(card.item, card.from, to)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
      onDragStart={({ active }) => setDragged(active.data.current as DraggedCard)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      <Frame codes={codes} enumId={node.enum}>
        {(code, place) => (
          <BoardColumn
            key={code}
            node={node}
            given={given}
            code={code}
            codes={codes}
            moves={moves}
            dragged={dragged}
            place={place}
            register={(again) => {
              columns.current.set(code, again)
              return () => void columns.current.delete(code)
            }}
          />
        )}
      </Frame>
      <p role="status" className="ag-hidden">
        {moves.said}
      </p>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="ag-board__dragged">
            {resolveText(evaluateCel(node.title, extendScope(scope, { item: dragged.item, row: dragged.item })))}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}
