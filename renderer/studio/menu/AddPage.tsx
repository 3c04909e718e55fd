import { type ReactNode, useState } from 'react'
import { booted } from '../../../runtime/client/boot.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { Text } from '../../../runtime/core/documents.ts'
import { nameFromTitle } from '../../../runtime/core/studio/nameFromTitle.ts'
import type { BootRoute } from '../../../runtime/core/wire.ts'
import { SearchBox } from '../../SearchBox.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'

interface AddPageProps {
  onTake(entry: { id: string; label: Text; to: string }): void
  onClose(): void
}

/** Pages to choose from by title or address: those that a link leads to without knowing more. */
export function AddPage({ onTake, onClose }: AddPageProps): ReactNode {
  const [wanted, setWanted] = useState('')
  const found = pagesWithAddress(booted.boot?.routes ?? []).filter((route) => isFound(route, wanted))
  function take({ title, path, page }: BootRoute): void {
    onTake({ id: nameFromTitle(title) ?? page.slice(page.indexOf('.') + 1).replaceAll('.', ''), label: title, to: path })
    onClose()
  }
  return (
    <Overlay kind="drawer" title={translate('studioMenu.addPage')} width={480} onClose={onClose}>
      <div className="ag-in-place__palette">
        <SearchBox placeholder="@studioMenu.search" value={wanted} onSearch={setWanted} live />
        {found.length === 0 && <p role="status">{translate('studioMenu.nothing')}</p>}
        <ul className="ag-menu-editor__pages">
          {found.map((route) => (
            <li key={route.path}>
              <button type="button" className="ag-in-place__offered" onClick={() => take(route)}>
                <strong>{resolveText(route.title)}</strong> <code>{route.path}</code>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Overlay>
  )
}

/** The first address of each page that needs no values. */
function pagesWithAddress(routes: readonly BootRoute[]): BootRoute[] {
  const open = routes.filter(({ path, title }) => !path.includes(':') && resolveText(title) !== '')
  return [...new Map([...open].reverse().map((route) => [route.page, route])).values()].reverse()
}

function isFound({ title, path }: BootRoute, wanted: string): boolean {
  return `${resolveText(title)} ${path}`.toLowerCase().includes(wanted.trim().toLowerCase())
}
