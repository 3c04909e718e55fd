import { lazy, type ReactNode, Suspense, useState } from 'react'
import { actionState, linkAction } from '../../runtime/client/actions.ts'
import { loadChunk } from '../../runtime/client/loadChunk.ts'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { useScope } from '../ScreenContext.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { replaceForm } from './replaceForm.ts'
import { saveFile } from './saveFile.ts'
import { useTemplates } from './templates/useTemplates.tsx'
import { useDesign } from './useDesign.ts'

const ImportDialog = lazy(() =>
  loadChunk(() => import('./import/ImportDialog.tsx')).then(({ ImportDialog: Dialog }) => ({ default: Dialog })),
)

/** Rare actions of the form designer: export, import, start from another form. */
export function DesignMenu(): ReactNode {
  const { session, node, run } = useDesign()
  const [importing, setImporting] = useState(false)
  const { choose, dialog } = useTemplates()
  const scope = useScope()
  const entries = [
    { id: 'export', label: translate('studio.menu.export'), icon: 'download', onSelect: () => saveForm(session.content) },
    { id: 'import', label: translate('studio.menu.import'), icon: 'upload', onSelect: () => setImporting(true) },
    { id: 'template', label: translate('studio.menu.template'), icon: 'copy', onSelect: choose },
    ...(node.others ?? []).flatMap(({ keep, list }) => {
      const linked = keep === undefined ? null : linkAction(keep, scope)
      if (!linked || !actionState(linked).visible) return []
      return {
        id: list.call,
        label: resolveText(linked.action.label),
        icon: 'star',
        onSelect: () => void run(keep!, { content: session.content }),
      }
    }),
  ]
  return (
    <>
      <MenuButton face={<Icon name="more" />} label={translate('studio.menu.label')} entries={entries} />
      {dialog}
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog
            onTake={(form, name) => {
              setImporting(false)
              replaceForm(session, form, translate('studio.edit.import', { what: name || resolveText(form.title) }))
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
