import type { ReactNode } from 'react'
import { shortMoment } from '../../../runtime/client/format.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { usePrint } from './usePrintDesign.ts'

/** Published versions, newest first; each can become the draft again. */
export function PrintVersions({ onRestore }: { onRestore(revision: number): void }): ReactNode {
  const { print } = usePrint()
  const published = print.revisions.filter(({ state }) => state !== 'draft')
  if (published.length === 0) return <p>{translate('studioSkin.noVersions')}</p>
  return (
    <ol className="ag-versions">
      {published.map(({ revision, state, createdAt, author, note }) => (
        <li key={revision}>
          <p>
            <strong>{translate('studioSkin.version', { number: revision })}</strong>{' '}
            {state === 'published' && <span className="ag-tag">{translate('studioSkin.current')}</span>}
            <br />
            {shortMoment(createdAt)} {author}
            {note && <> · {note}</>}
          </p>
          <Button size="small" onClick={() => onRestore(revision)}>
            {translate('studioSkin.restore')}
          </Button>
        </li>
      ))}
    </ol>
  )
}
