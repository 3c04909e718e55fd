import type { ReactNode } from 'react'
import { useState } from 'react'
import { sameValue } from '../../runtime/client/sameValue.ts'
import { translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton, type MenuEntry } from '../widgets/light/MenuButton.tsx'
import { ManageViews } from './ManageViews.tsx'
import { NameDialog } from './NameDialog.tsx'
import type { TableView } from './tableView.ts'
import { settingsOf } from './tableView.ts'
import type { SavedViews } from './useSavedViews.ts'
import { viewOf } from './useTableView.ts'

export interface ViewsMenuProps {
  views: SavedViews
  view: TableView
  /** Rows of a page that the table begins with. */
  size: number
  change(part: Partial<TableView>): void
}

/** The person's saved views of a table: choose, save the current one under a name, rename, make default, delete. */
export function ViewsMenu({ views, view, size, change }: ViewsMenuProps): ReactNode {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const list = views.list ?? []
  const present = list.find(({ id }) => id === view.viewId)
  const settings = settingsOf(view)
  const changed = present !== undefined && !sameValue(settings, settingsOf(viewOf(present.id, present.settings, size)))

  async function saveAs(name: string, isDefault: boolean): Promise<void> {
    const saved = await views.save(name, settings, isDefault)
    change({ viewId: saved.id, page: view.page })
    setDialog(null)
    showToast('success', translate('kernel.table.view.saved', { name }))
  }

  async function update(): Promise<void> {
    if (!present) return
    try {
      await views.change(present.id, { settings })
      showToast('success', translate('kernel.table.view.saved', { name: present.name }))
    } catch {
      showToast('error', translate('kernel.table.view.failed'))
    }
  }

  const entries: MenuEntry[] = [
    { id: 'all', label: translate('kernel.table.view.all'), checked: !present, onSelect: () => change(viewOf('', {}, size)) },
    ...list.map(({ id, name, settings: wanted, isDefault }) => ({
      id: `view ${id}`,
      label: name,
      badge: isDefault ? translate('kernel.table.view.default') : undefined,
      checked: id === view.viewId,
      onSelect: () => change(viewOf(id, wanted, size)),
    })),
    ...(changed
      ? [
          {
            id: 'update',
            label: translate('kernel.table.view.update', { name: present.name }),
            icon: 'check',
            onSelect: () => void update(),
          },
        ]
      : []),
    { id: 'save', label: translate('kernel.table.view.save'), icon: 'plus', onSelect: () => setDialog('save') },
    ...(list.length > 0
      ? [{ id: 'manage', label: translate('kernel.table.view.manage'), icon: 'settings', onSelect: () => setDialog('manage') }]
      : []),
  ]
  const name = present?.name ?? translate('kernel.table.view.all')
  return (
    <>
      <MenuButton
        label={translate('kernel.table.view.choose', { name })}
        className="ag-button ag-button--default ag-button--small"
        face={
          <span className="ag-button__label ag-views__face">
            <Icon name="star" size="small" />
            <span className="ag-views__name">{name}</span>
            {changed && <span className="ag-views__changed">{translate('kernel.table.view.changed')}</span>}
            <Icon name="down" size="small" />
          </span>
        }
        entries={entries}
      />
      {dialog === 'save' && <NameDialog title={translate('kernel.table.view.save')} onSave={saveAs} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageViews views={views} onClose={() => setDialog(null)} />}
    </>
  )
}
