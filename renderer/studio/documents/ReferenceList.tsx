import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { booted } from '../../../runtime/client/boot.ts'
import { translate } from '../../../runtime/client/texts.ts'
import type { DocumentReference, OpenedDocument } from './openedDocument.ts'

/** Documents that use this one and documents it uses, as links. */
export function ReferenceList({ opened }: { opened: OpenedDocument }): ReactNode {
  return (
    <div className="ag-designer__body ag-designer__body--even">
      <References title={translate('studioDocument.namedBy')} list={opened.namedBy} />
      <References title={translate('studioDocument.names')} list={opened.names} />
    </div>
  )
}

function References({ title, list }: { title: string; list: readonly DocumentReference[] }): ReactNode {
  const studio = booted.boot?.app.routes.studio ?? ''
  return (
    <section className="ag-designer__references">
      <h2>{title}</h2>
      {list.length === 0 && <p>{translate('studioDocument.none')}</p>}
      <ul>
        {list.map(({ kind, id, path }) => (
          <li key={`${kind} ${id} ${path}`}>
            <Link to={`${studio}/${kind}/${id}`}>
              {kind} · {id}
            </Link>{' '}
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
