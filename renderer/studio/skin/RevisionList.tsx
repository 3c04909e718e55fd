import { type ReactNode, useState } from 'react'
import { shortMoment } from '../../../runtime/client/format.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { SkinDocument } from '../../../runtime/core/documents.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { type DesignedSkin, type SkinRevision, tokenTitle } from './designedSkin.ts'

interface RevisionListProps {
  skin: DesignedSkin
  content: SkinDocument
  onRestore(revision: number): void
}

/** Versions of a skin, with their differences from the draft and a restore button. */
export function RevisionList({ skin, content, onRestore }: RevisionListProps): ReactNode {
  const published = skin.revisions.filter(({ state }) => state !== 'draft')
  if (published.length === 0) return <p>{translate('studioSkin.noVersions')}</p>
  return (
    <ol className="ag-versions">
      {published.map((revision) => (
        <Version key={revision.revision} {...{ skin, content, revision, onRestore }} />
      ))}
    </ol>
  )
}

function Version({ skin, content, revision, onRestore }: RevisionListProps & { revision: SkinRevision }): ReactNode {
  const [open, setOpen] = useState(false)
  const differences = differencesOf(skin, revision.content, content)
  return (
    <li>
      <p>
        <strong>{translate('studioSkin.version', { number: revision.revision })}</strong>{' '}
        {revision.state === 'published' && <span className="ag-tag">{translate('studioSkin.current')}</span>}
        <br />
        {shortMoment(revision.updatedAt)} {revision.author}
        {revision.note && <> · {revision.note}</>}
      </p>
      <Button size="small" tone="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {translate('studioSkin.differences', { count: differences.length })}
      </Button>
      <Button size="small" disabled={differences.length === 0} onClick={() => onRestore(revision.revision)}>
        {translate('studioSkin.restore')}
      </Button>
      {open && (
        <ul className="ag-versions__differences">
          {differences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Differences from the version to the draft, as text. */
function differencesOf(skin: DesignedSkin, before: SkinDocument, after: SkinDocument): string[] {
  const parts: [Record<string, unknown> | undefined, Record<string, unknown> | undefined, (name: string) => string][] = [
    [before.tokens, after.tokens, (name) => resolveText(tokenTitle(skin, name))],
    [
      before.other?.tokens,
      after.other?.tokens,
      (name) => `${resolveText(tokenTitle(skin, name))} (${translate(after.dark ? 'studioSkin.light' : 'studioSkin.dark')})`,
    ],
    [before.layout, after.layout, (slot) => resolveText(skin.rules.slots?.[slot]?.title ?? slot)],
    [before.images, after.images, (name) => translate(`studioSkin.${name}`)],
  ]
  return parts.flatMap(([one = {}, other = {}, title]) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      .filter((name) => one[name] !== other[name])
      .map((name) => `${title(name)}: ${shown(one[name])} → ${shown(other[name])}`),
  )
}

function shown(value: unknown): string {
  if (value === undefined) return '–'
  return String(value).length > 40 ? `${String(value).slice(0, 37)}…` : String(value)
}
