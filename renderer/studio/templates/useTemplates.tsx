import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { useScreen } from '../../ScreenContext.ts'
import { replaceForm } from '../replaceForm.ts'
import { useDesign } from '../useDesign.ts'

const TemplateDialog = lazy(() =>
  loadChunk(() => import('./TemplateDialog.tsx')).then(({ TemplateDialog: Dialog }) => ({ default: Dialog })),
)

/** The dialog of finished forms, and what opens it. Fields that are there are replaced only after a question. */
export function useTemplates(): { choose(): void; dialog: ReactNode } {
  const { session } = useDesign()
  const { host } = useScreen()
  const [isOpen, setOpen] = useState(false)
  const begin = async (template: FormDocument) => {
    const what = resolveText(template.title)
    const isEmpty = Object.keys(session.content.schema?.properties ?? {}).length === 0
    const sure =
      isEmpty ||
      (await host.confirm({
        title: translate('studio.template.confirm', { title: what }),
        text: translate('studio.template.confirmText'),
        ok: translate('studio.template.take'),
        danger: false,
      }))
    if (!sure) return
    setOpen(false)
    replaceForm(session, template, translate('studio.edit.template', { what }))
  }
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <TemplateDialog onTake={(template) => void begin(template)} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { choose: () => setOpen(true), dialog }
}
