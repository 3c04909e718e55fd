import { useDraggable } from '@dnd-kit/core'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { linkAction } from '../../runtime/client/actions.ts'
import { evaluateCel, extendScope, type Scope } from '../../runtime/client/scope.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { EnumPill } from '../FormattedValue.tsx'
import { Heading } from '../Heading.tsx'
import { HeadingContext, useInnerLevel } from '../HeadingContext.ts'
import { ListedTitleContext } from '../ListedTitle.ts'
import { NodeList } from '../NodeList.tsx'
import { ScopeContext, useScope } from '../ScreenContext.ts'
import { useScoped } from '../useScoped.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import type { DraggedCard } from './Board.tsx'
import { type BoardDocument, codeOf, type Item, keyOf } from './boardTypes.ts'
import type { Moves } from './useMoves.ts'

interface CardProps {
  node: BoardDocument
  item: Item
  code: string
  codes: readonly string[]
  moves: Moves
}

/** One row: its title, the nodes of the document, and a menu of the columns that it may be moved to. */
export function BoardCard({ node, item, code, codes, moves }: CardProps): ReactNode {
  const above = useScope()
  const titleId = useId()
  const columnLevel = useInnerLevel()
  const level = Math.min(columnLevel + 1, 4) as 3 | 4
  const scope = useMemo(() => extendScope(above, { item, row: item }), [above, item])
  const { title, mayMove } = useScoped(() => ({
    title: resolveText(evaluateCel(node.title, scope)),
    mayMove: movableTo(node, scope, { code, codes }),
  }))
  const key = keyOf(item)
  const isMoving = moves.list.some((move) => move.key === key)
  const data: DraggedCard = { item, from: code, mayMove }
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: key, data: { ...data }, disabled: mayMove.length === 0 || isMoving })
  const menu = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that was moved is another element, and keeps the focus
  useEffect(() => {
    if (moves.takesFocus(key)) focusMoved(menu.current)
  }, [])
  return (
    <li
      ref={setNodeRef}
      className={joinClasses(
        'ag-board__card',
        mayMove.length > 0 && 'ag-board__card--movable',
        isDragging && 'ag-board__card--dragged',
        isMoving && 'ag-board__card--moving',
      )}
      aria-busy={isMoving}
      {...listeners}
    >
      <div className="ag-board__card-head">
        <Heading level={level} id={titleId} className="ag-board__card-title">
          {title}
        </Heading>
        <ListedTitleContext value={titleId}>
          <div ref={menu} className="ag-board__menu">
            {mayMove.length > 0 && (
              <MenuButton
                face={<Icon name="more" size="small" />}
                label={translate('kernel.board.move')}
                head={<p className="ag-menu__head">{translate('kernel.board.move')}</p>}
                entries={mayMove.map((to) => ({
                  id: to,
                  label: <EnumPill enumId={node.enum} code={to} />,
                  onSelect: () => moves.start(item, code, to),
                }))}
              />
            )}
          </div>
        </ListedTitleContext>
      </div>
      <ScopeContext value={scope}>
        <ListedTitleContext value={titleId}>
          <HeadingContext value={{ main: null, level: level + 1 }}>
            <NodeList nodes={node.children} />
          </HeadingContext>
        </ListedTitleContext>
      </ScopeContext>
    </li>
  )
}

/** Behind a tab that is not open the card cannot have it: then the open tab has. */
function focusMoved(menu: HTMLElement | null): void {
  menu?.querySelector('button')?.focus()
  if (menu && !menu.contains(document.activeElement))
    menu.closest('.ag-tabs')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
}

/** Codes of other columns, where there is something that moves a card. */
function movableTo(node: BoardDocument, scope: Scope, { code, codes }: { code: string; codes: readonly string[] }): string[] {
  if (node.move === undefined || linkAction(node.move, extendScope(scope, { to: codeOf(node, code) })) === null) return []
  const allowed = node.mayMove === undefined ? codes : evaluateCel(node.mayMove, scope)
  const list = Array.isArray(allowed) ? allowed.map(String) : []
  return codes.filter((one) => one !== code && list.includes(one))
}
