import type { ReactNode } from 'react'
import type { PreviewReason } from '../../../runtime/client/previewFrame.ts'
import { translate } from '../../../runtime/client/texts.ts'
import { valueWords } from '../metaWords.ts'

/** The conditions of the previewed page, with their current results. */
export function ReasonList({ reasons }: { reasons: readonly PreviewReason[] }): ReactNode {
  return (
    <details className="ag-reasons">
      <summary>{translate('studioReasons.title', { count: reasons.length })}</summary>
      {reasons.length === 0 ? (
        <p>{translate('studioReasons.none')}</p>
      ) : (
        <table className="ag-compare__table">
          <thead>
            <tr>
              {['part', 'holds', 'condition', 'reads'].map((column) => (
                <th key={column} scope="col">
                  {translate(`studioReasons.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ path, what, title, holds, condition, reads }) => (
              <tr key={path}>
                <th scope="row">
                  {what && valueWords('node', what)} {title || <code>{path}</code>}
                </th>
                <td>{translate(`studioReasons.${holds === null ? 'each' : holds ? 'yes' : 'no'}`)}</td>
                <td>
                  <code>{condition}</code>
                </td>
                <td>
                  {reads.map(({ name, value }) => (
                    <div key={name}>
                      <code>
                        {name}
                        {value && ` = ${value}`}
                      </code>
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
