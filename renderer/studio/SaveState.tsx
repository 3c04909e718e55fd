import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import { Button } from '../widgets/light/Button.tsx'
import type { SavedDraft } from './useSavedDraft.ts'

/** Save state of the edited content: saved or not, published or not. */
export function SaveState({ draft, isDraft }: { draft: SavedDraft<unknown>; isDraft: boolean }): ReactNode {
  const words = draft.state === 'saved' ? (isDraft ? 'draft' : 'published') : draft.state
  return (
    <p className="ag-designer__state" role="status">
      {draft.state === 'failed' ? draft.failure : translate(`studioSkin.state.${words}`)}
      {draft.state === 'failed' && (
        <Button size="small" tone="link" onClick={draft.retry}>
          {translate('kernel.retry')}
        </Button>
      )}
    </p>
  )
}
