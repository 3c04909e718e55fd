import type { ReactNode } from 'react'
import { booted } from '../../runtime/client/boot.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import type { BootRoute } from '../../runtime/core/wire.ts'
import { NodeList } from '../NodeList.tsx'
import { Breadcrumb } from '../widgets/light/Breadcrumb.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { DisplayControls } from './DisplayControls.tsx'
import { FinderButton } from './FinderButton.tsx'
import type { FrameProps } from './Frame.tsx'
import { MenuLinks } from './MenuLinks.tsx'
import { useMenuDrawer } from './useMenuDrawer.tsx'

/** Frame of the admin area: menu on the left grouped by task, breadcrumb above the page; on a phone the menu is a drawer. */
export function WorkspaceFrame({ chrome, route, menu, children }: FrameProps): ReactNode {
  const { items, folds, button, drawer } = useMenuDrawer(menu)
  return (
    <div className="ag-workspace">
      <aside className="ag-side ag-only-wide">
        <div className="ag-side__brand">
          <Brand brand={chrome.brand} />
        </div>
        <MenuLinks items={items} folds={folds} layout="vertical" label={translate('kernel.menu')} />
        {chrome.float && (
          <div className="ag-side__foot">
            <NodeList nodes={chrome.float} />
          </div>
        )}
      </aside>
      {drawer}
      <div className="ag-workspace__right">
        <header className="ag-workspace__top">
          {button}
          <Breadcrumb label={translate('kernel.breadcrumb')} items={trail(route)} />
          <div className="ag-header__tools">
            {chrome.finder && <FinderButton finder={chrome.finder} menu={menu} />}
            <DisplayControls />
            <AccountMenu chrome={chrome} />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="ag-main ag-main--workspace">
          {chrome.head && (
            <div className="ag-workspace__head">
              <NodeList nodes={chrome.head} />
            </div>
          )}
          {children}
        </main>
      </div>
    </div>
  )
}

const DEEPEST = 6

// Pages above, as far as their addresses need no parameter.
function trail(route: BootRoute): { title: string; to?: string }[] {
  const routes = booted.boot?.routes ?? []
  const items: { title: string; to?: string }[] = []
  let current: BootRoute | undefined = route
  while (current && items.length < DEEPEST) {
    items.unshift({ title: resolveText(current.title), to: current.path.includes(':') ? undefined : current.path })
    const { parent }: BootRoute = current
    current = parent ? routes.find((candidate) => candidate.page === parent) : undefined
  }
  return items
}
