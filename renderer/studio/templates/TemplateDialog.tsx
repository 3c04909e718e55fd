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
import { useDesign } from '../useDesign.ts'
import './templates.css'

interface TemplateDialogProps {
  onTake(form: FormDocument): void
  onClose(): void
}
type Collection = DesignVocabulary['collections'][number]

/** Finished forms by what they are for, the chosen one as it will be filled in. */
export function TemplateDialog({ onTake, onClose }: TemplateDialogProps): ReactNode {
  const { collections, failure } = useCollections()
  const [chosen, setChosen] = useState<FormDocument | null>(null)
  const shown = chosen ?? collections?.[0]?.forms[0] ?? null
  return (
    <Overlay
      kind="dialog"
      title={translate('studio.template.open')}
      width={1040}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
          <Button tone="primary" disabled={!shown} reason={translate('studio.template.none')} onClick={() => shown && onTake(shown)}>
            {translate('studio.template.use')}
          </Button>
        </>
      }
    >
      {failure !== '' && <Banner tone="error" title={failure} />}
      {!collections && failure === '' && <Skeleton lines={8} />}
      {collections?.length === 0 && <p>{translate('studio.template.none')}</p>}
      {shown && collections && (
        <div className="ag-studio-library">
          <div className="ag-studio-library__list">
            {collections.map(({ id, title, forms }) => (
              <fieldset key={id}>
                <legend>{resolveText(title)}</legend>
                {forms.map((form) => (
                  <label key={form.id} className="ag-studio-library__choice">
                    <input type="radio" name="template" checked={form.id === shown.id} onChange={() => setChosen(form)} />
                    <span>{resolveText(form.title)}</span>
                    <span className="ag-studio-hint">
                      {translate('studio.template.fields', { count: Object.keys(form.schema.properties).length })}
                    </span>
                  </label>
                ))}
              </fieldset>
            ))}
          </div>
          <section className="ag-studio-library__preview" aria-label={translate('studio.template.preview')} inert>
            <h3>{resolveText(shown.title)}</h3>
            <FormNode key={shown.id} form={shown} permissions={[]} context={{}} compact onSubmit={async () => ({ ok: true })} />
          </section>
        </div>
      )}
    </Overlay>
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
