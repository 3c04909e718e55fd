import { type ReactNode, useEffect, useId, useState } from 'react'
import { shortMoment } from '../../../runtime/client/format.ts'
import { request } from '../../../runtime/client/http.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { printJson } from '../../../runtime/core/documents/printJson.ts'
import { type Difference, differences } from '../../../runtime/core/studio/differences.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { ComparePages } from '../inPlaceEditor/ComparePages.tsx'
import type { Content, OpenedDocument } from './openedDocument.ts'

/** Columns of a value: two stand side by side. */
const VALUE_WIDTH = 60

interface CompareTabProps {
  opened: OpenedDocument
  /** Enum of roles. */
  roles: string
  content: Content
  /** Call that answers a revision. */
  revision: string
  onRestore(revision: number): void
}

/** Differences between the edited content and the built-in, the published or an earlier version: in words, and side by side. */
export function CompareTab({ opened, roles, content, revision, onRestore }: CompareTabProps): ReactNode {
  const [against, setAgainst] = useState(opened.shipped ? 'shipped' : 'published')
  const other = useOther(opened, against, revision)
  const id = useId()
  const number = Number(against)
  const lines = other ? differences(whole(opened, other), whole(opened, content)) : []
  return (
    <div className="ag-compare">
      <div className="ag-preview__bar">
        <label htmlFor={id}>{translate('studioDocument.against')}</label>
        <select id={id} className="ag-input" value={against} onChange={({ target }) => setAgainst(target.value)}>
          {opened.shipped && <option value="shipped">{translate('studioDocument.shipped')}</option>}
          {opened.published && <option value="published">{translate('studioDocument.published')}</option>}
          {opened.revisions
            .filter(({ state }) => state !== 'draft')
            .map((each) => (
              <option key={each.revision} value={each.revision}>
                {translate('studioSkin.version', { number: each.revision })} · {shortMoment(each.updatedAt)} {each.author}
              </option>
            ))}
        </select>
        {number > 0 && (
          <Button size="small" onClick={() => onRestore(number)}>
            {translate('studioSkin.restore')}
          </Button>
        )}
      </div>
      {!other && <p>{translate('studioDocument.nothingToCompare')}</p>}
      {other && lines.length === 0 && <p>{translate('studioDocument.same')}</p>}
      {other && lines.length > 0 && isPage(opened) ? (
        <>
          <ComparePages opened={opened} roles={roles} against={against} before={other} after={content} />
          <details>
            <summary>{translate('studioDocument.allDifferences')}</summary>
            <DifferenceTable lines={lines} />
          </details>
        </>
      ) : (
        <DifferenceTable lines={lines} />
      )}
    </div>
  )
}

function isPage({ kind }: OpenedDocument): boolean {
  return kind === 'page' || kind === 'fragment'
}

/** Each difference by its place in the document. */
function DifferenceTable({ lines }: { lines: readonly Difference[] }): ReactNode {
  if (lines.length === 0) return null
  return (
    <table className="ag-compare__table">
      <thead>
        <tr>
          <th scope="col">{translate('studioDocument.place')}</th>
          <th scope="col">{translate('studioDocument.before')}</th>
          <th scope="col">{translate('studioDocument.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, 200).map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">
              <code>{path}</code>
            </th>
            <td>{before === undefined ? '–' : <code>{printJson(before, { width: VALUE_WIDTH })}</code>}</td>
            <td>{after === undefined ? '–' : <code>{printJson(after, { width: VALUE_WIDTH })}</code>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Words that a texts document leaves out are the built-in ones. */
function whole({ kind, shipped }: OpenedDocument, content: Content): Content {
  return kind === 'texts' ? { ...content, texts: { ...(shipped?.texts as object), ...(content.texts as object) } } : content
}

function useOther(opened: OpenedDocument, against: string, call: string): Content | null {
  const [fetched, setFetched] = useState<{ of: string; content: Content } | null>(null)
  const { kind, id } = opened
  useEffect(() => {
    if (!Number(against)) return
    let current = true
    request<{ content: Content }>(call, { kind, id, revision: Number(against) }).then(
      ({ content }) => current && setFetched({ of: against, content }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [against, call, kind, id])
  if (against === 'shipped') return opened.shipped
  if (against === 'published') return opened.published
  return fetched?.of === against ? fetched.content : null
}
