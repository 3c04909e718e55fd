import type { ReactNode } from 'react'
import { useState } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Empty } from '../widgets/light/Empty.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import { NameDialog } from './NameDialog.tsx'
import type { SavedView, SavedViews } from './useSavedViews.ts'

/** Dialog of the saved views of a table: rename, make default, delete (with a confirmation). */
export function ManageViews({ views, onClose }: { views: SavedViews; onClose(): void }): ReactNode {
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const list = views.list ?? []
  return (
    <>
      <Overlay kind="dialog" width={520} title={translate('kernel.table.view.manage')} onClose={onClose}>
        {list.length === 0 ? (
          <Empty title={translate('kernel.table.view.none')} />
        ) : (
          <ul className="ag-views">
            {list.map((view) => (
              <ViewLine key={view.id} view={view} views={views} rename={() => setRenamed(view)} />
            ))}
          </ul>
        )}
      </Overlay>
      {renamed && (
        <NameDialog
          title={translate('kernel.table.view.edit')}
          initial={renamed}
          onSave={async (name, isDefault) => {
            await views.change(renamed.id, { name, isDefault })
            setRenamed(null)
          }}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  )
}

function ViewLine({ view, views, rename }: { view: SavedView; views: SavedViews; rename(): void }): ReactNode {
  const [asking, setAsking] = useState(false)
  const { name, isDefault } = view

  async function remove(): Promise<void> {
    try {
      await views.remove(view.id)
    } catch {
      showToast('error', translate('kernel.table.view.failed'))
    }
  }

  return (
    <li className="ag-views__line">
      <span className="ag-views__title">
        {name}
        {isDefault && <span className="ag-badge">{translate('kernel.table.view.default')}</span>}
      </span>
      <Button tone="link" size="small" aria-label={translate('kernel.table.view.editOne', { name })} onClick={rename}>
        {translate('kernel.table.view.edit')}
      </Button>
      <Button
        tone={asking ? 'danger' : 'link'}
        size="small"
        aria-label={translate(asking ? 'kernel.table.view.removeSure' : 'kernel.table.view.removeOne', { name })}
        onClick={() => (asking ? void remove() : setAsking(true))}
        onBlur={() => setAsking(false)}
      >
        {translate(asking ? 'kernel.table.view.sure' : 'kernel.table.view.remove')}
      </Button>
    </li>
  )
}
