/** The main menu as a drawer, for narrow screens: the button that opens it and the drawer itself. Going somewhere closes it. */
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { findDocument } from '../../runtime/client/library.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { MenuItem } from '../../runtime/core/documents.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import { DisplayControls } from './DisplayControls.tsx'
import { MenuLinks } from './MenuLinks.tsx'

const WIDTH_PX = 320

interface MenuDrawer {
  items: readonly MenuItem[] | undefined
  /** Its groups open and close. */
  folds: boolean
  button: ReactNode
  drawer: ReactNode
}

/** The entries of a frame's main menu; draw button and drawer, which are null without a menu. @param menu  id of a menu document */
export function useMenuDrawer(menu: string | undefined): MenuDrawer {
  const { items, folds = false } = (menu ? findDocument('menus', menu) : undefined) ?? {}
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => setOpen(false), [pathname])
  if (!items) return { items, folds, button: null, drawer: null }
  const button = (
    <button
      type="button"
      className="ag-icon-button ag-only-narrow"
      aria-label={translate('kernel.menu')}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      <Icon name="menu" />
    </button>
  )
  const drawer = open && (
    <Overlay kind="drawer" title={translate('kernel.menu')} width={WIDTH_PX} onClose={() => setOpen(false)}>
      <MenuLinks items={items} folds={folds} layout="vertical" label={translate('kernel.menu')} />
      <div className="ag-drawer-foot">
        <DisplayControls align="start" />
      </div>
    </Overlay>
  )
  return { items, folds, button, drawer }
}
