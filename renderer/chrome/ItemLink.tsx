import type { ReactNode } from 'react'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import type { ShownItem } from './useMenu.ts'

interface ItemLinkProps {
  item: ShownItem
  /** Block of its class names, such as `ag-links`. */
  block: string
  children: ReactNode
}

/** The link of a menu's entry, marked while the person is there. */
export function ItemLink({ item, block, children }: ItemLinkProps): ReactNode {
  const link = `${block}__link`
  return (
    <AppLink
      to={item.to ?? '/'}
      newTab={item.newTab}
      className={joinClasses(link, item.active && `${link}--active`)}
      aria-current={item.active ? 'page' : undefined}
    >
      {children}
    </AppLink>
  )
}
