import type { ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { ActionRef, MenuItem } from '../../runtime/core/documents.ts'
import { useAction } from '../ActionButton.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { ItemLink } from './ItemLink.tsx'
import type { ShownItem } from './useMenu.ts'
import { useMenu } from './useMenu.ts'

export interface MenuLinksProps {
  items: readonly MenuItem[] | undefined
  layout: 'horizontal' | 'vertical'
  /** Groups open and close; the one of the present address is open. */
  folds?: boolean
  label?: string
}

/** Menu items as links and buttons, in a row or a column; groups get their name above. What is not used so far stands behind a button. */
export function MenuLinks({ items, layout, folds = false, label }: MenuLinksProps): ReactNode {
  const shown = useMenu(items)
  if (shown.length === 0) return null
  return (
    <nav className={`ag-links ag-links--${layout}`} aria-label={label}>
      <Entries items={shown} folds={folds} />
    </nav>
  )
}

function Entries({ items, folds, id }: { items: readonly ShownItem[]; folds: boolean; id?: string }): ReactNode {
  const [all, setAll] = useState(false)
  const unused = items.filter((item) => item.unused)
  return (
    <ul id={id}>
      {items
        .filter((item) => !item.unused)
        .map((item) => (
          <Entry key={item.id} item={item} folds={folds} />
        ))}
      {all && unused.map((item) => <Entry key={item.id} item={item} folds={folds} />)}
      {unused.length > 0 && (
        <li>
          <button type="button" className="ag-links__link ag-links__more" aria-expanded={all} onClick={() => setAll(!all)}>
            <Icon name={all ? 'minus' : 'plus'} size="small" />
            <span>{translate('kernel.menuUnused')}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

function Entry({ item, folds }: { item: ShownItem; folds: boolean }): ReactNode {
  if (item.children.length === 0) {
    return (
      <li>
        <Leaf item={item} />
      </li>
    )
  }
  if (folds && !item.to) return <FoldingGroup item={item} />
  return (
    <li className="ag-links__group">
      {item.to ? <Leaf item={item} /> : <span className="ag-links__heading">{item.label}</span>}
      <Entries items={item.children} folds={folds} />
    </li>
  )
}

function FoldingGroup({ item }: { item: ShownItem }): ReactNode {
  const id = useId()
  const isHere = item.children.some(({ active }) => active)
  const [open, setOpen] = useState(isHere)
  useEffect(() => {
    if (isHere) setOpen(true)
  }, [isHere])
  const waiting = open ? 0 : item.children.reduce((sum, { badge }) => sum + (Number(badge) || 0), 0)
  return (
    <li className="ag-links__fold">
      <button
        type="button"
        className="ag-links__link ag-links__opener"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {item.icon && <Icon name={item.icon} size="small" />}
        <span>{item.label}</span>
        {waiting > 0 && <span className="ag-badge">{waiting}</span>}
        <Icon name={open ? 'up' : 'down'} size="small" />
      </button>
      {open && <Entries items={item.children} folds={false} id={id} />}
    </li>
  )
}

function Leaf({ item }: { item: ShownItem }): ReactNode {
  if (item.action !== undefined) return <ActionLeaf item={item} action={item.action} />
  return (
    <ItemLink item={item} block="ag-links">
      <LeafFace item={item} />
    </ItemLink>
  )
}

function ActionLeaf({ item, action }: { item: ShownItem; action: ActionRef }): ReactNode {
  const face = useAction(action)
  if (!face) return null
  return (
    <button type="button" className="ag-links__link" disabled={!face.enabled} onClick={face.run}>
      <LeafFace item={item} />
    </button>
  )
}

function LeafFace({ item }: { item: ShownItem }): ReactNode {
  return (
    <>
      {item.icon && <Icon name={item.icon} size="small" />}
      <span>{item.label}</span>
      {item.badge && <span className="ag-badge">{item.badge}</span>}
    </>
  )
}
