import { type ReactNode, useEffect, useState } from 'react'
import { shortMoment } from '../../../runtime/client/format.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { errorText, showToast } from '../../../runtime/client/toasts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import { Empty } from '../../widgets/light/Empty.tsx'
import { Pill } from '../../widgets/light/Pill.tsx'
import { Skeleton } from '../../widgets/light/Skeleton.tsx'
import { useAt, useDesign } from '../useDesign.ts'
import { Changes } from '../versions/Changes.tsx'
import type { ComparedForms } from '../versions/changeWords.ts'
import { PublishDialog } from '../versions/PublishDialog.tsx'
import { type Revision, useVersions, type Versions } from '../versions/useVersions.ts'
import '../versions/versions.css'

/** What is on the screen, as one of the two that are compared. */
const NOW = 0

/** Versions of the form: who published which when, differences between any two, and restoring. */
export default function VersionsTab(): ReactNode {
  const { node } = useDesign()
  const versions = useVersions()
  const published = (versions.list ?? []).filter(({ state }) => state !== 'draft')
  const [chosen, setChosen] = useState<{ before: number; after: number } | null>(null)
  const before = chosen?.before ?? published[0]?.revision ?? NOW
  const after = chosen?.after ?? NOW
  if (!node.versions) return <Empty title={translate('studio.versions.off')} />
  if (versions.failure !== '')
    return (
      <Banner tone="error" title={versions.failure}>
        <Button size="small" onClick={() => void versions.reload()}>
          {translate('studio.versions.retry')}
        </Button>
      </Banner>
    )
  if (!versions.list) return <Skeleton lines={6} />
  if (published.length === 0) return <Empty title={translate('studio.versions.none')} text={translate('studio.versions.noneText')} />
  const choice = (label: string, value: number, onChange: (revision: number) => void) => (
    <label>
      <span>{label}</span>
      <select className="ag-form-input" value={value} onChange={({ target }) => onChange(Number(target.value))}>
        <option value={NOW}>{translate('studio.versions.now')}</option>
        {published.map(({ revision }) => (
          <option key={revision} value={revision}>
            {translate('studio.versions.number', { revision })}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className="ag-studio-versions">
      <section>
        <h3>{translate('studio.versions.list')}</h3>
        <ol className="ag-studio-versions__list">
          {published.map((revision) => (
            <VersionRow
              key={revision.revision}
              revision={revision}
              versions={versions}
              onCompare={() => setChosen({ before: revision.revision, after: NOW })}
            />
          ))}
        </ol>
      </section>
      <section aria-label={translate('studio.versions.compare')}>
        <h3>{translate('studio.versions.compare')}</h3>
        <div className="ag-studio-versions__choice">
          {choice(translate('studio.versions.before'), before, (revision) => setChosen({ before: revision, after }))}
          {choice(translate('studio.versions.after'), after, (revision) => setChosen({ before, after: revision }))}
        </div>
        <Compared before={before} after={after} read={versions.read} />
      </section>
    </div>
  )
}

interface VersionRowProps {
  revision: Revision
  versions: Versions
  onCompare(): void
}

function VersionRow({ revision, versions, onCompare }: VersionRowProps): ReactNode {
  const { node, run } = useDesign()
  const [content, setContent] = useState<FormDocument | null>(null)
  const isCurrent = revision.state === 'published'
  const ask = () => versions.read(revision.revision).then(setContent, (error: unknown) => showToast('error', errorText(error)))
  const restore = async (note: string) => {
    const done = await run(node.versions!.restore, { revision: revision.revision, note })
    if (done === undefined) return
    setContent(null)
    await versions.reload()
  }
  return (
    <li>
      <div className="ag-studio-versions__facts">
        <strong>{translate('studio.versions.number', { revision: revision.revision })}</strong>
        {isCurrent && <Pill color="success">{translate('studio.versions.current')}</Pill>}
        <span>{shortMoment(revision.publishedAt ?? revision.createdAt)}</span>
        <span>{revision.authorName ?? translate('studio.versions.somebody')}</span>
      </div>
      {revision.note && <p>{revision.note}</p>}
      <div className="ag-studio-versions__actions">
        <Button size="small" tone="link" onClick={onCompare}>
          {translate('studio.versions.compareNow')}
        </Button>
        {!isCurrent && (
          <Button size="small" onClick={() => void ask()}>
            {translate('studio.versions.restore')}
          </Button>
        )}
      </div>
      {content && <PublishDialog revision={revision} content={content} onPublish={restore} onClose={() => setContent(null)} />}
    </li>
  )
}

function Compared({ before, after, read }: { before: number; after: number; read: Versions['read'] }): ReactNode {
  const now = useAt<FormDocument>('')!
  const [forms, setForms] = useState<(ComparedForms & { key: string }) | null>(null)
  const [failure, setFailure] = useState('')
  const key = `${before} ${after}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read follows from the two numbers and the content on the screen
  useEffect(() => {
    let isCurrent = true
    const of = (revision: number) => (revision === NOW ? Promise.resolve(now) : read(revision))
    Promise.all([of(before), of(after)]).then(
      ([left, right]) => isCurrent && setForms({ before: left, after: right, key }),
      (error: unknown) => isCurrent && setFailure(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [key, now])
  if (failure !== '') return <Banner tone="error" title={failure} />
  return forms?.key === key ? <Changes before={forms.before} after={forms.after} /> : <Skeleton lines={4} />
}
