import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { ActionRef } from '../../runtime/core/documents.ts'
import { ActionRow } from '../ActionButton.tsx'
import { Button } from '../widgets/light/Button.tsx'
import { SaveState } from './SaveState.tsx'
import { useActionRunner } from './useActionRunner.ts'
import type { SavedDraft } from './useSavedDraft.ts'

interface StudioHeaderProps {
  draft: SavedDraft<unknown>
  isDraft: boolean
  actions: ActionRef[] | undefined
  publish: ActionRef
  /** Why it cannot be published as it is; null when it can. */
  blocked: string | null
}

/** Head of each editor of the studio: save state, undo and redo, actions of the page, and publishing. */
export function StudioHeader({ draft, isDraft, actions, publish, blocked }: StudioHeaderProps): ReactNode {
  const run = useActionRunner()
  return (
    <div className="ag-designer__head">
      <SaveState draft={draft} isDraft={isDraft} />
      <Button icon="undo" size="small" disabled={!draft.canUndo} onClick={draft.undo}>
        {translate('studioSkin.undo')}
      </Button>
      <Button icon="redo" size="small" disabled={!draft.canRedo} onClick={draft.redo}>
        {translate('studioSkin.redo')}
      </Button>
      <ActionRow actions={actions} size="small" />
      <Button
        tone="primary"
        disabled={blocked !== null || (!isDraft && draft.state === 'saved')}
        reason={blocked ?? translate('studioSkin.nothing')}
        onClick={() => void draft.settle().then((stored) => (stored ? run(publish, {}) : undefined))}
      >
        {translate('studioSkin.publish')}
      </Button>
    </div>
  )
}
