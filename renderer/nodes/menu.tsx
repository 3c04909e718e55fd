import type { ReactNode } from 'react'
import { findDocument } from '../../runtime/client/library.ts'
import { MenuLinks } from '../chrome/MenuLinks.tsx'
import type { NodeProps } from '../NodeList.tsx'

/** A menu of a page, in a row or a column. */
export default function MenuNode({ node }: NodeProps<'menu'>): ReactNode {
  const menu = findDocument('menus', node.menu)
  return menu ? <MenuLinks items={menu.items} layout={node.layout ?? 'horizontal'} /> : null
}
