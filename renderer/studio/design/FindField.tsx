import { type ReactNode, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { useDesign } from '../useDesign.ts'
import { rowId } from './CanvasRow.tsx'
import { PartSearch } from './PartSearch.tsx'
import { partTitle, useFound } from './useFound.ts'

const SHOWN = 20

/** Finds a part by its title or name. Enter goes to the first match. */
export function FindField({ onClose }: { onClose(): void }): ReactNode {
  const { session } = useDesign()
  const [wanted, setWanted] = useState('')
  const hits = useFound(wanted)
  const isAsked = wanted.trim() !== ''
  const go = (path: string | undefined) => {
    if (!path) return
    onClose()
    session.select([path])
    requestAnimationFrame(() => document.getElementById(rowId(path))?.focus())
  }
  return (
    <Overlay kind="dialog" width={480} title={translate('studio.find.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go(isAsked ? hits[0]?.path : undefined)
        }}
      >
        <PartSearch label={translate('studio.find.title')} value={wanted} onChange={setWanted} autoFocus />
      </form>
      <p className="ag-studio-hint" role="status">
        {!isAsked ? translate('studio.find.help') : translate('studio.find.count', { count: hits.length })}
      </p>
      <ul className="ag-studio-hits">
        {(isAsked ? hits.slice(0, SHOWN) : []).map((row) => (
          <li key={row.path}>
            <button type="button" className="ag-studio-entry" onClick={() => go(row.path)}>
              {partTitle(session.content, row)}
            </button>
          </li>
        ))}
      </ul>
    </Overlay>
  )
}
