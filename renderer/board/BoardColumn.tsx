import { useDroppable } from '@dnd-kit/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { onOwn } from '../../runtime/client/liveSources.ts'
import { translate } from '../../runtime/client/texts.ts'
import { EnumPill } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { useInnerLevel } from '../HeadingContext.ts'
import { SourceFailure } from '../SourceFrame.tsx'
import { useRows } from '../table/useRows.ts'
import { Button } from '../widgets/light/Button.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { Skeleton } from '../widgets/light/Skeleton.tsx'
import type { ColumnPlace, DraggedCard } from './Board.tsx'
import { BoardCard } from './BoardCard.tsx'
import { type BoardDocument, codeOf, type Item, keyOf } from './boardTypes.ts'
import type { Moves } from './useMoves.ts'

const FIRST = 10
/** The longest page of a list. */
const MAX = 100

interface ColumnProps {
  node: BoardDocument
  given: Record<string, unknown> | null
  code: string
  codes: readonly string[]
  moves: Moves
  dragged: DraggedCard | null
  place: ColumnPlace
  /** Takes what asks the column again; answers the remover. */
  register(again: () => Promise<void>): () => void
}

/** One value: its cards, how many there are, and more of them on demand. */
export function BoardColumn({ node, given, code, codes, moves, dragged, place, register }: ColumnProps): ReactNode {
  const step = node.pageSize ?? FIRST
  const [size, setSize] = useState(step)
  const titleId = useId()
  const level = useInnerLevel()
  const { state, reload } = useRows(node.source.call, given && { ...given, [node.field]: codeOf(node, code), pageNum: 1, pageSize: size })
  const registered = useRef(register)
  registered.current = register
  useEffect(() => registered.current(reload), [reload])
  useEffect(() => (node.source.live ? onOwn('change', () => void reload()) : undefined), [node.source.live, reload])
  const isOpen = dragged !== null && dragged.from !== code && dragged.mayMove.includes(code)
  const { setNodeRef, isOver } = useDroppable({ id: code, disabled: dragged !== null && !isOpen && dragged.from !== code })
  const { cards, total } = withMoves(state, code, moves)
  const count = state.fresh ? '' : state.atLeast ? `${total}+` : String(total)
  const { tell } = place
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => latest.current(count), [count])
  return (
    <section
      ref={setNodeRef}
      className={joinClasses(
        'ag-board__column',
        isOpen && 'ag-board__column--open',
        isOpen && isOver && 'ag-board__column--over',
        dragged && !isOpen && dragged.from !== code && 'ag-board__column--closed',
      )}
      aria-labelledby={titleId}
      aria-busy={state.busy}
      hidden={!place.isShown}
    >
      <div className={place.isPhone ? 'ag-hidden' : 'ag-board__head'}>
        <Heading level={level} id={titleId} className="ag-board__title">
          <EnumPill enumId={node.enum} code={code} />
        </Heading>
        {!state.fresh && (
          <span className="ag-board__count">
            <span aria-hidden="true">{count}</span>
            <span className="ag-hidden">{translate('kernel.board.count', { count: total })}</span>
          </span>
        )}
      </div>
      {state.error && <SourceFailure error={state.error} retry={() => void reload()} />}
      {state.fresh && !state.error && cards.length === 0 ? (
        <Skeleton lines={4} />
      ) : cards.length === 0 ? (
        !state.error && <p className="ag-board__none">{translate('kernel.board.none')}</p>
      ) : (
        <ol className="ag-board__cards">
          {cards.map((item) => (
            <BoardCard key={keyOf(item)} node={node} item={item} code={code} codes={codes} moves={moves} />
          ))}
        </ol>
      )}
      <More shown={state.rows.length} total={state.total} size={size} busy={state.busy} ask={() => setSize(Math.min(size + step, MAX))} />
    </section>
  )
}

function More({ shown, total, size, busy, ask }: { shown: number; total: number; size: number; busy: boolean; ask(): void }): ReactNode {
  if (total <= shown) return null
  if (size >= MAX) return <p className="ag-board__none">{translate('kernel.board.bounded', { count: MAX })}</p>
  return (
    <Button size="small" tone="link" busy={busy} onClick={ask}>
      {translate('kernel.board.more')}
    </Button>
  )
}

/** The column as it will be: a card on its way is where it goes. */
function withMoves(
  { rows, total }: { rows: readonly Item[]; total: number },
  code: string,
  { list }: Moves,
): { cards: Item[]; total: number } {
  const away = new Set(list.map(({ key }) => key))
  const arriving = list.filter(({ to }) => to === code)
  const stay = rows.filter((item) => !away.has(keyOf(item)))
  const arrived = arriving.filter(({ key }) => rows.some((item) => keyOf(item) === key)).length
  const left = list.filter(({ key, from }) => from === code && rows.some((item) => keyOf(item) === key)).length
  return { cards: [...arriving.map(({ item }) => item), ...stay], total: Math.max(0, total + arriving.length - arrived - left) }
}
