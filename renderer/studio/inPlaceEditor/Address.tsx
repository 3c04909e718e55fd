import { type ReactNode, useId, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import type { OpenedDocument } from '../documents/openedDocument.ts'

/** One of the page's addresses; where it has a place for an id, the person puts a real one. */
export function Address({ routes, to, onGo }: { routes: readonly string[]; to: string; onGo(to: string): void }): ReactNode {
  const [typed, setTyped] = useState(to)
  const [id, list] = [useId(), useId()]
  const missing = /:(\w+)/.exec(typed)?.[1]
  return (
    <form
      className="ag-in-place__address"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.startsWith('/') && !typed.startsWith('//')) onGo(typed)
      }}
    >
      <label htmlFor={id}>{translate('studioSight.address')}</label>
      <input id={id} className="ag-input" list={list} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <datalist id={list}>
        {routes.map((route) => (
          <option key={route} value={route} />
        ))}
      </datalist>
      <Button size="small" type="submit">
        {translate('studioSight.go')}
      </Button>
      {missing && <span className="ag-studio-hint">{translate('studioSight.placeholder', { name: missing })}</span>}
    </form>
  )
}

/** The addresses at which a document is seen: those of the page that is edited, when nothing is published yet. */
export function addressesOf({ routes, content }: OpenedDocument): readonly string[] {
  if (routes.length > 0) return routes
  return Array.isArray(content.routes) ? content.routes.map(String) : []
}
