import type { ReactNode } from 'react'
import type { ActionRef, MenuItem } from '../../runtime/core/documents.ts'
import { useAction } from '../ActionButton.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { ItemLink } from './ItemLink.tsx'
import type { ShownItem } from './useMenu.ts'
import { useMenu } from './useMenu.ts'

export interface MenuLinksProps {
  items: readonly MenuItem[] | undefined
  layout: 'horizontal' | 'vertical'
  label?: string
}

/** Menu items as links and buttons, in a row or a column; groups get their name above. */
export function MenuLinks({ items, layout, label }: MenuLinksProps): ReactNode {
  const shown = useMenu(items)
  if (shown.length === 0) return null
  return (
    <nav className={`ag-links ag-links--${layout}`} aria-label={label}>
      <ul>
        {shown.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ item }: { item: ShownItem }): ReactNode {
  if (item.children.length === 0) {
    return (
      <li>
        <Leaf item={item} />
      </li>
    )
  }
  return (
    <li className="ag-links__group">
      {item.to ? <Leaf item={item} /> : <span className="ag-links__heading">{item.label}</span>}
      <ul>
        {item.children.map((child) => (
          <Entry key={child.id} item={child} />
        ))}
      </ul>
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
