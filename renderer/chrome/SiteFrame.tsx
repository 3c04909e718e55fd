import type { ReactNode } from 'react'
import { findDocument } from '../../runtime/client/library.ts'
import { translate } from '../../runtime/client/texts.ts'
import { HeadingContext, OF_FOOTER } from '../HeadingContext.ts'
import { NodeList } from '../NodeList.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { BottomMenu } from './BottomMenu.tsx'
import { Brand } from './Brand.tsx'
import { DisplayControls } from './DisplayControls.tsx'
import { FinderButton } from './FinderButton.tsx'
import type { FrameProps } from './Frame.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import { useMenuDrawer } from './useMenuDrawer.tsx'

/** Frame of the public site: header with brand, menu, language and account; footer. On a phone the menu is a drawer, and the main entries are in a
 * bar at the bottom. Pages of one task have neither footer nor bar. */
export function SiteFrame({ chrome, route, menu, children }: FrameProps): ReactNode {
  const { items, button, drawer } = useMenuDrawer(menu)
  return (
    <div className="ag-site">
      <header className="ag-header">
        <div className="ag-header__inner">
          {button}
          <Brand brand={chrome.brand} />
          <div className="ag-header__menu ag-only-wide">
            <MenuLinks items={items} layout="horizontal" label={translate('kernel.menu')} />
          </div>
          <div className="ag-header__tools">
            {chrome.finder && <FinderButton finder={chrome.finder} menu={menu} />}
            <DisplayControls />
            <AccountMenu chrome={chrome} />
          </div>
        </div>
      </header>
      {drawer}
      <main id="main" tabIndex={-1} className="ag-main">
        {children}
      </main>
      {chrome.footer && !route.task && (
        <footer className="ag-footer">
          <div className="ag-footer__inner">
            <HeadingContext value={OF_FOOTER}>
              <NodeList nodes={chrome.footer} />
            </HeadingContext>
          </div>
        </footer>
      )}
      <BottomMenu items={chrome.bottomMenu && !route.task ? findDocument('menus', chrome.bottomMenu)?.items : undefined} />
    </div>
  )
}
