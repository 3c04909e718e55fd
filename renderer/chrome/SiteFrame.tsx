/** The public site: header with brand, menu, language and account; footer; on a phone the menu is a drawer. */
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { findDocument } from '../../runtime/client/library.ts'
import { translate } from '../../runtime/client/texts.ts'
import { NodeList } from '../NodeList.tsx'
import { Icon } from '../widgets/light/Icon.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { DisplayControls } from './DisplayControls.tsx'
import type { FrameProps } from './Frame.tsx'
import { MenuLinks } from './MenuLinks.tsx'

export function SiteFrame({ chrome, children }: FrameProps): ReactNode {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const items = chrome.menu ? findDocument('menus', chrome.menu)?.items : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the drawer
  useEffect(() => setOpen(false), [pathname])
  return (
    <div className="ag-site">
      <header className="ag-header">
        <div className="ag-header__inner">
          {items && (
            <button
              type="button"
              className="ag-icon-button ag-only-narrow"
              aria-label={translate('kernel.menu')}
              onClick={() => setOpen(true)}
            >
              <Icon name="menu" />
            </button>
          )}
          <Brand brand={chrome.brand} />
          <div className="ag-header__menu ag-only-wide">
            <MenuLinks items={items} layout="horizontal" label={translate('kernel.menu')} />
          </div>
          <div className="ag-header__tools">
            <DisplayControls />
            <AccountMenu chrome={chrome} />
          </div>
        </div>
      </header>
      {open && (
        <Overlay kind="drawer" title={translate('kernel.menu')} width={320} onClose={() => setOpen(false)}>
          <MenuLinks items={items} layout="vertical" label={translate('kernel.menu')} />
          <div className="ag-drawer-foot">
            <DisplayControls align="start" />
          </div>
        </Overlay>
      )}
      <main id="main" tabIndex={-1} className="ag-main">
        {children}
      </main>
      {chrome.footer && (
        <footer className="ag-footer">
          <div className="ag-footer__inner">
            <NodeList nodes={chrome.footer} />
          </div>
        </footer>
      )}
    </div>
  )
}
