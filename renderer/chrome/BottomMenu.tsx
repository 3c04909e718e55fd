import type { ReactNode } from 'react'
import { useLayoutEffect } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { MenuItem } from '../../runtime/core/documents.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { ItemLink } from './ItemLink.tsx'
import type { ShownItem } from './useMenu.ts'
import { useMenu } from './useMenu.ts'

/** Main entries in a bar at the bottom, on phones only. A page's own sticky button replaces it. */
export function BottomMenu({ items }: { items: readonly MenuItem[] | undefined }): ReactNode {
  const shown = useMenu(items)
  const any = shown.length > 0
  // before painting, so that nothing visibly moves above the bar
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('ag-has-bottom-menu', any)
    return () => document.documentElement.classList.remove('ag-has-bottom-menu')
  }, [any])
  if (!any) return null
  return (
    <nav className="ag-bottom-menu" aria-label={translate('kernel.bottomMenu')}>
      <ul>
        {shown.map((item) => (
          <li key={item.id}>
            <Entry item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Entry({ item }: { item: ShownItem }): ReactNode {
  return (
    <ItemLink item={item} block="ag-bottom-menu">
      <span className="ag-bottom-menu__icon">
        {item.icon && <Icon name={item.icon} />}
        {item.badge && <span className="ag-badge ag-badge--corner">{item.badge}</span>}
      </span>
      <span>{item.label}</span>
    </ItemLink>
  )
}
