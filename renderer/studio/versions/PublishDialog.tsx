import { type ReactNode, useEffect, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { useDesign } from '../useDesign.ts'
import { Changes } from './Changes.tsx'
import { Impact } from './Impact.tsx'
import { type Revision, useVersions } from './useVersions.ts'
import './versions.css'

interface PublishDialogProps {
  /** The version that is published again; null: what is being written. */
  revision: Revision | null
  content: FormDocument
  onPublish(note: string): Promise<void>
  onClose(): void
}

/** Question before a version is published: the changes, their effect on existing answers, and an optional note. */
export function PublishDialog({ revision, content, onPublish, onClose }: PublishDialogProps): ReactNode {
  const { node } = useDesign()
  const { read, list } = useVersions()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [published, setPublished] = useState<FormDocument | null>(null)
  const current = list?.find(({ state }) => state === 'published')
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for a revision
  useEffect(() => {
    if (current) void read(current.revision).then(setPublished)
  }, [current?.revision])
  const title = revision
    ? translate('studio.versions.restoreTitle', { revision: revision.revision })
    : translate('studio.versions.publishTitle')
  return (
    <Overlay
      kind="dialog"
      title={title}
      width={720}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
          <Button
            tone="primary"
            busy={busy}
            onClick={() => {
              setBusy(true)
              void onPublish(note).finally(() => setBusy(false))
            }}
          >
            {translate(revision ? 'studio.versions.restore' : 'studio.versions.publish')}
          </Button>
        </>
      }
    >
      {published && (
        <section className="ag-studio-versions__part">
          <h3>{translate('studio.versions.changes')}</h3>
          <Changes before={published} after={content} />
        </section>
      )}
      {node.versions?.impact && current && (
        <section className="ag-studio-versions__part">
          <h3>{translate('studio.impact.title')}</h3>
          <Impact source={node.versions.impact} content={content} />
        </section>
      )}
      <label className="ag-studio-versions__note">
        <span>{translate('studio.versions.note')}</span>
        <input className="ag-form-input" maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
        <span className="ag-studio-hint">{translate('studio.versions.noteHint')}</span>
      </label>
    </Overlay>
  )
}
