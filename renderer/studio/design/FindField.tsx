/** Finds a part by its title or name. Enter goes to the first hit. */
import { type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { useDesign } from '../useDesign.ts'
import { rowId } from './CanvasRow.tsx'
import { useOutline } from './useOutline.ts'

const SHOWN = 20

export function FindField({ onClose }: { onClose(): void }): ReactNode {
  const { session } = useDesign()
  const rows = useOutline()
  const [wanted, setWanted] = useState('')
  const words = wanted.trim().toLowerCase()
  const hits = rows
    .map(({ path, name }) => ({ path, name, title: resolveText(session.read<FormField>(path)?.title) || name }))
    .filter(({ title, name }) => words !== '' && `${title} ${name}`.toLowerCase().includes(words))
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
          go(hits[0]?.path)
        }}
      >
        <input
          type="search"
          className="ag-studio-search"
          aria-label={translate('studio.find.title')}
          data-autofocus=""
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </form>
      <p className="ag-studio-hint" role="status">
        {words === '' ? translate('studio.find.help') : translate('studio.find.count', { count: hits.length })}
      </p>
      <ul className="ag-studio-hits">
        {hits.slice(0, SHOWN).map(({ path, title }) => (
          <li key={path}>
            <button type="button" className="ag-studio-entry" onClick={() => go(path)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </Overlay>
  )
}
