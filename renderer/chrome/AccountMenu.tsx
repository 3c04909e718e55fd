import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { linkAction, runAction } from '../../runtime/client/actions.ts'
import { findDocument } from '../../runtime/client/library.ts'
import { isHere } from '../../runtime/client/navigation.ts'
import { session } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import type { ChromeDocument } from '../../runtime/core/documents.ts'
import { safeAddress } from '../../runtime/core/safeAddress.ts'
import { useScope, useScreen } from '../ScreenContext.ts'
import { useFileAddress } from '../useFileAddress.ts'
import { AppLink } from '../widgets/light/AppLink.tsx'
import { Avatar } from '../widgets/light/Avatar.tsx'
import { joinClasses } from '../widgets/light/joinClasses.ts'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import type { ShownItem } from './useMenu.ts'
import { useMenu } from './useMenu.ts'

/** Avatar with the unread count and a menu; for visitors, the entries of the visitor menu. */
export function AccountMenu({ chrome }: { chrome: ChromeDocument }): ReactNode {
  const { facts } = useSnapshot(session)
  if (!facts.signedIn) return chrome.visitorMenu ? <VisitorEntries menu={chrome.visitorMenu} /> : null
  return chrome.accountMenu ? <PersonMenu menu={chrome.accountMenu} /> : null
}

function PersonMenu({ menu }: { menu: string }): ReactNode {
  const { facts, user } = useSnapshot(session)
  const items = useMenu(findDocument('menus', menu)?.items)
  const choose = useChoice()
  const name = facts.name ?? ''
  const picture = useFileAddress(pictureOf(user?.icon))
  const unread = items.reduce((sum, item) => sum + (Number(item.badge) || 0), 0)
  return (
    <MenuButton
      label={translate(unread > 0 ? 'kernel.account.menuUnread' : 'kernel.account.menu', { name, count: unread })}
      className="ag-avatar-button"
      face={<Avatar name={name} image={picture} badge={unread} />}
      head={<p className="ag-menu__head">{name}</p>}
      entries={items.map((item) => ({ id: item.id, label: labelWithCount(item), icon: item.icon, onSelect: () => choose(item) }))}
    />
  )
}

function pictureOf(icon: unknown): string | null {
  const { id } = (icon ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

// Spec 2: the count in brackets, when there is one.
function labelWithCount({ label, badge }: ShownItem): string {
  return badge ? translate('kernel.account.count', { label, count: badge }) : label
}

function VisitorEntries({ menu }: { menu: string }): ReactNode {
  const items = useMenu(findDocument('menus', menu)?.items)
  return (
    <span className="ag-visitor">
      {items.map((item, index) => (
        <AppLink
          key={item.id}
          to={item.to ?? '/'}
          newTab={item.newTab}
          className={joinClasses('ag-button', 'ag-button--small', index === items.length - 1 ? 'ag-button--primary' : 'ag-button--default')}
        >
          {item.label}
        </AppLink>
      ))}
    </span>
  )
}

/** What choosing a menu item does: its action, or its address. */
export function useChoice(): (item: Pick<ShownItem, 'to' | 'newTab' | 'action'>) => void {
  const navigate = useNavigate()
  const { host } = useScreen()
  const scope = useScope()
  return (item) => {
    const linked = item.action === undefined ? null : linkAction(item.action, scope)
    if (linked) void runAction(linked, host)
    else if (item.newTab) window.open(safeAddress(item.to ?? '/') ?? '/', '_blank', 'noopener')
    else if (!isHere(item.to ?? '/')) void navigate(safeAddress(item.to ?? '/') ?? '/')
  }
}
