import { type ReactNode, useRef, useState } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import { parseJson } from '../../runtime/core/documents/parseJson.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { type ImportedForm, importForm } from '../../runtime/core/studio/import/importForm.ts'
import { useScreen } from '../ScreenContext.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { ImportReport } from './ImportReport.tsx'
import { readTyped } from './readTyped.ts'
import { saveFile } from './saveFile.ts'
import { takeForm } from './takeForm.ts'
import { useDesign } from './useDesign.ts'

/** Rare actions of the form designer: export, import, start from another form. */
export function DesignMenu(): ReactNode {
  const { session, vocabulary } = useDesign()
  const { host } = useScreen()
  const input = useRef<HTMLInputElement>(null)
  const [foreign, setForeign] = useState<{ imported: ImportedForm; begin(form: FormDocument): void } | null>(null)
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
    { id: 'import', label: translate('studio.menu.import'), icon: 'upload', onSelect: () => input.current?.click() },
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
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        data-studio-import=""
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          const begin = (form: FormDocument) => takeForm(session, form, translate('studio.edit.import', { what: file!.name }))
          if (file) take(await file.text(), begin, (imported) => setForeign({ imported, begin }))
          target.value = ''
        }}
      />
      {foreign && (
        <ImportReport
          imported={foreign.imported}
          onTake={() => {
            foreign.begin(foreign.imported.form as FormDocument)
            setForeign(null)
          }}
          onClose={() => setForeign(null)}
        />
      )}
    </>
  )
}

function take(text: string, onForm: (form: FormDocument) => void, onForeign: (imported: ImportedForm) => void): void {
  const parsed = parseJson(text)
  if ('mistake' in parsed) {
    const { line, column } = parsed.mistake
    showToast('error', translate('studio.import.notJson', { line, column }))
  } else if (isForm(parsed.value) && isOwn(parsed.value)) onForm(ownForm(text) ?? parsed.value)
  else {
    const foreign = importForm(parsed.value, (key, values) => translate(`studio.import.words.${key}`, values))
    if (foreign) onForeign(foreign)
    else showToast('error', translate('studio.import.notForm'))
  }
}

/** With its short forms spelled out. */
function ownForm(text: string): FormDocument | undefined {
  return readTyped('form', 'imported', text).content as FormDocument | undefined
}

/** A form of this platform has a title of its own, and no settings beside its schema as other tools have. */
function isOwn(value: FormDocument): boolean {
  return value.title !== undefined && !('uiSchema' in value)
}

/** Enough of a form to be shown; what else is wrong with it is listed then. */
export function isForm(value: unknown): value is FormDocument {
  const properties = (value as FormDocument | null)?.schema?.properties
  return (
    typeof properties === 'object' &&
    properties !== null &&
    Object.values(properties).every((field) => typeof field === 'object' && field !== null)
  )
}

function saveForm(form: FormDocument): void {
  saveFile(`${form.id}.form.json`, `${printDocument('form', form)}\n`, 'application/json')
}
