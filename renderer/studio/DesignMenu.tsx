import { lazy, type ReactNode, Suspense, useState } from 'react'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { useScreen } from '../ScreenContext.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { saveFile } from './saveFile.ts'
import { takeForm } from './takeForm.ts'
import { useDesign } from './useDesign.ts'

const ImportDialog = lazy(() =>
  loadChunk(() => import('./import/ImportDialog.tsx')).then(({ ImportDialog: Dialog }) => ({ default: Dialog })),
)

/** Rare actions of the form designer: export, import, start from another form. */
export function DesignMenu(): ReactNode {
  const { session, vocabulary } = useDesign()
  const { host } = useScreen()
  const [importing, setImporting] = useState(false)
  const begin = async (template: FormDocument) => {
    const title = translate('studio.template.confirm', { title: resolveText(template.title) })
    const isEmpty = Object.keys(session.content.schema?.properties ?? {}).length === 0
    const sure =
      isEmpty ||
      (await host.confirm({ title, text: translate('studio.template.confirmText'), ok: translate('studio.template.take'), danger: false }))
    if (sure) takeForm(session, template, translate('studio.edit.template', { what: resolveText(template.title) }))
  }
  const entries = [
    { id: 'export', label: translate('studio.menu.export'), icon: 'download', onSelect: () => saveForm(session.content) },
    { id: 'import', label: translate('studio.menu.import'), icon: 'upload', onSelect: () => setImporting(true) },
    ...vocabulary.templates.map((template) => ({
      id: template.id,
      label: translate('studio.menu.template', { title: resolveText(template.title) }),
      icon: 'copy',
      onSelect: () => void begin(template),
    })),
  ]
  return (
    <>
      <MenuButton face={<Icon name="more" />} label={translate('studio.menu.label')} entries={entries} />
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog
            onTake={(form, name) => {
              setImporting(false)
              takeForm(session, form, translate('studio.edit.import', { what: name || resolveText(form.title) }))
            }}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function saveForm(form: FormDocument): void {
  saveFile(`${form.id}.form.json`, `${printDocument('form', form)}\n`, 'application/json')
}
