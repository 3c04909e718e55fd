import { type ReactNode, useEffect, useState } from 'react'
import { formatValue } from '../../../runtime/client/format.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { DesignOthers, FormDocument, Text } from '../../../runtime/core/documents.ts'
import { afterTyping } from '../../afterTyping.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'
import { useDesign } from '../useDesign.ts'
import type { Chosen } from './TemplateDialog.tsx'

interface OtherForm {
  id: string
  title: Text
  about?: Text | null
  at?: string | null
}
interface OtherFormsProps {
  others: DesignOthers
  wanted: string
  chosen: string
  onChoose(chosen: Chosen): void
}
/** Between the last key and the question. */
const TYPING_MS = 300

/** Forms that this one can begin as, of one source: found by the server, read when they are chosen. */
export function OtherForms({ others, wanted, chosen, onChoose }: OtherFormsProps): ReactNode {
  const { ask, run } = useDesign()
  const { forms, isMore, failure, fail, more, reload } = useOthers(others, wanted)
  const choose = async (id: string) => {
    const key = `${others.list.call} ${id}`
    onChoose({ key, form: null })
    try {
      onChoose({ key, form: (await ask<{ content: FormDocument }>(others.one, { id })).content })
    } catch (error) {
      fail(errorText(error))
    }
  }
  const remove = async (id: string) => {
    if ((await run(others.remove!, { id })) !== undefined) reload()
  }
  if (wanted !== '' && forms?.length === 0 && failure === '') return null
  return (
    <fieldset>
      <legend>{resolveText(others.title)}</legend>
      {failure !== '' && <p className="ag-studio-hint">{failure}</p>}
      {forms?.length === 0 && <p className="ag-studio-hint">{translate('studio.template.noOthers')}</p>}
      {forms?.map(({ id, title, about, at }) => (
        <div key={id} className="ag-studio-library__other">
          <label className="ag-studio-library__choice">
            <input type="radio" name="template" checked={chosen === `${others.list.call} ${id}`} onChange={() => void choose(id)} />
            <span>
              {resolveText(title)}
              {about && <span className="ag-studio-hint ag-studio-library__about">{resolveText(about)}</span>}
            </span>
            <span className="ag-studio-hint">{at ? formatValue(at, 'date') : ''}</span>
          </label>
          {others.remove && (
            <button
              type="button"
              className="ag-icon-button"
              aria-label={translate('studio.saved.remove', { title: resolveText(title) })}
              onClick={() => void remove(id)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      {isMore && (
        <Button tone="link" size="small" onClick={more}>
          {translate('studio.template.more')}
        </Button>
      )}
    </fieldset>
  )
}

/** Pages of the list that are loaded so far. A new search starts with the first page. */
function useOthers({ list }: DesignOthers, wanted: string) {
  const { ask } = useDesign()
  const [found, setFound] = useState<{ forms: OtherForm[]; total: number } | null>(null)
  const [page, setPage] = useState({ wanted, number: 1, attempt: 0 })
  const [failure, fail] = useState('')
  useEffect(() => {
    return afterTyping(() => setPage((last) => (last.wanted === wanted ? last : { ...last, wanted, number: 1 })), TYPING_MS)
  }, [wanted])
  useEffect(() => {
    let isCurrent = true
    const input = { search: page.wanted === '' ? null : page.wanted, page: page.number }
    ask<{ list: OtherForm[]; total: number }>(list, input).then(
      ({ list: forms, total }) => {
        if (!isCurrent) return
        fail('')
        const ids = new Set(forms.map(({ id }) => id))
        const kept = (before: OtherForm[] = []) => before.filter(({ id }) => !ids.has(id))
        setFound((before) => ({ forms: page.number === 1 ? forms : [...kept(before?.forms), ...forms], total }))
      },
      (error: unknown) => isCurrent && fail(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [ask, list, page])
  const forms = found?.forms ?? null
  return {
    forms,
    failure,
    fail,
    isMore: forms !== null && forms.length < found!.total,
    more: () => setPage((last) => ({ ...last, number: last.number + 1 })),
    reload: () => setPage((last) => ({ ...last, number: 1, attempt: last.attempt + 1 })),
  }
}
