import { type ReactNode, useEffect, useState } from 'react'
import { request } from '../../../runtime/client/http.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { areOffered } from '../../../runtime/core/studio/entryOfField.ts'
import type { DesignVocabulary } from '../../../runtime/core/wire.ts'
import { FormNode } from '../../form/FormNode.tsx'
import { Banner } from '../../widgets/light/Banner.tsx'
import { Button } from '../../widgets/light/Button.tsx'
import { Overlay } from '../../widgets/light/Overlay.tsx'
import { Skeleton } from '../../widgets/light/Skeleton.tsx'
import { PartSearch } from '../design/PartSearch.tsx'
import { useDesign } from '../useDesign.ts'
import { OtherForms } from './OtherForms.tsx'
import './templates.css'

interface TemplateDialogProps {
  onTake(form: FormDocument): void
  onClose(): void
}
type Collection = DesignVocabulary['collections'][number]
/** What is chosen in the list. `key` is its own among all groups; `form` is null until it has come. */
export interface Chosen {
  key: string
  form: FormDocument | null
}

/** Finished forms by what they are for, own forms and those of the organisation; the chosen one as it will be filled in. */
export function TemplateDialog({ onTake, onClose }: TemplateDialogProps): ReactNode {
  const { node } = useDesign()
  const { collections, failure } = useCollections()
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const finished = collections?.map((each) => ({ ...each, forms: each.forms.filter((form) => isWanted(form, wanted)) }))
  const first = collections?.[0]?.forms[0]
  const { key, form } = chosen ?? { key: first?.id ?? '', form: first ?? null }
  return (
    <Overlay
      kind="dialog"
      title={translate('studio.template.open')}
      width={1040}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
          <Button tone="primary" disabled={!form} reason={translate('studio.template.none')} onClick={() => form && onTake(form)}>
            {translate('studio.template.use')}
          </Button>
        </>
      }
    >
      {failure !== '' && <Banner tone="error" title={failure} />}
      {!collections && failure === '' && <Skeleton lines={8} />}
      {finished && (
        <div className="ag-studio-library">
          <div className="ag-studio-library__list">
            <PartSearch label={translate('studio.template.search')} value={wanted} onChange={setWanted} autoFocus />
            {node.others?.map((others) => (
              <OtherForms key={others.list.call} others={others} wanted={wanted.trim()} chosen={key} onChoose={setChosen} />
            ))}
            {finished.map(({ id, title, forms }) => (
              <FinishedForms key={id} title={resolveText(title)} forms={forms} chosen={key} onChoose={setChosen} />
            ))}
            {!node.others && finished.every(({ forms }) => forms.length === 0) && <p>{translate('studio.template.none')}</p>}
          </div>
          {form ? <Preview key={key} form={form} /> : <Skeleton lines={8} />}
        </div>
      )}
    </Overlay>
  )
}

function isWanted({ title }: FormDocument, wanted: string): boolean {
  return resolveText(title).toLowerCase().includes(wanted.trim().toLowerCase())
}

interface FinishedFormsProps {
  title: string
  forms: readonly FormDocument[]
  chosen: string
  onChoose(chosen: Chosen): void
}

function FinishedForms({ title, forms, chosen, onChoose }: FinishedFormsProps): ReactNode {
  if (forms.length === 0) return null
  return (
    <fieldset>
      <legend>{title}</legend>
      {forms.map((form) => (
        <label key={form.id} className="ag-studio-library__choice">
          <input type="radio" name="template" checked={form.id === chosen} onChange={() => onChoose({ key: form.id, form })} />
          <span>{resolveText(form.title)}</span>
          <span className="ag-studio-hint">
            {translate('studio.template.fields', { count: Object.keys(form.schema.properties).length })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ form }: { form: FormDocument }): ReactNode {
  return (
    <section className="ag-studio-library__preview" aria-label={translate('studio.template.preview')} inert>
      <h3>{resolveText(form.title)}</h3>
      <FormNode form={form} permissions={[]} context={{}} compact onSubmit={async () => ({ ok: true })} />
    </section>
  )
}

/** The collections for what is designed here; the forms that a new one begins as come last. */
function useCollections(): { collections: Collection[] | null; failure: string } {
  const { vocabulary, node } = useDesign()
  const { palette, templates } = vocabulary
  const [loaded, setLoaded] = useState<Collection[] | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let isCurrent = true
    request<DesignVocabulary>('platform.vocabulary', { palette: palette.id, collections: true }).then(
      ({ collections }) => isCurrent && setLoaded(collections),
      (error: unknown) => isCurrent && setFailure(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [palette])
  if (!loaded) return { collections: null, failure }
  const title = { zh: translate('studio.template.basic'), en: translate('studio.template.basic') }
  const basic = { id: 'basic', title, forms: templates }
  const all = [...loaded.filter(({ purposes }) => !purposes || !node.purpose || purposes.includes(node.purpose)), basic]
  const offered = (form: FormDocument) => areOffered(palette, Object.values(form.schema.properties), node.purpose)
  const fitting = all.map((each) => ({ ...each, forms: each.forms.filter(offered) })).filter(({ forms }) => forms.length > 0)
  return { collections: fitting, failure }
}
