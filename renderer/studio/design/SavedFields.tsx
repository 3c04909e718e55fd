import { type ReactNode, useEffect, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { DesignLibrary, FormField, Text } from '../../../runtime/core/documents.ts'
import { areOffered } from '../../../runtime/core/studio/entryOfField.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { insertEntry } from '../commands.ts'
import { useDesign } from '../useDesign.ts'

interface SavedField {
  id: string
  title: Text
  field: FormField
  name?: string
}

/** Another field was kept: lists on the screen ask again. */
export const savedFieldsChanged = new EventTarget()

/** The person's saved fields: inserted by a click, deleted by the cross. */
export function SavedFields({ library, wanted }: { library: DesignLibrary; wanted: string }): ReactNode {
  const design = useDesign()
  const { ask, run } = design
  const [fields, setFields] = useState<readonly SavedField[] | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const load = () =>
      void ask<{ list: SavedField[] }>(library.list).then(
        ({ list }) => setFields(list),
        (error: unknown) => setFailure(errorText(error)),
      )
    load()
    savedFieldsChanged.addEventListener('change', load)
    return () => savedFieldsChanged.removeEventListener('change', load)
  }, [ask, library])
  const remove = async (id: string) => {
    if (await run(library.remove, { id })) savedFieldsChanged.dispatchEvent(new Event('change'))
  }
  const { palette } = design.vocabulary
  const offered = fields?.filter(({ field }) => areOffered(palette, [field], design.node.purpose))
  const shown = offered?.filter(({ title }) => resolveText(title).toLowerCase().includes(wanted.trim().toLowerCase())) ?? []
  return (
    <section aria-label={translate('studio.saved.title')}>
      <h3 className="ag-studio-palette__title">{translate('studio.saved.title')}</h3>
      {failure && <p className="ag-studio-hint">{failure}</p>}
      {offered?.length === 0 && <p className="ag-studio-hint">{translate('studio.saved.empty')}</p>}
      <ul className="ag-studio-saved">
        {shown.map(({ id, title, field, name }) => (
          <li key={id}>
            <button type="button" className="ag-studio-entry" onClick={() => insertEntry(design, { title, field, name: name ?? 'saved' })}>
              <Icon name="star" size="small" />
              {resolveText(title)}
            </button>
            <button
              type="button"
              className="ag-icon-button"
              aria-label={translate('studio.saved.remove', { title: resolveText(title) })}
              onClick={() => void remove(id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
