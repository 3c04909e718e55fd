/** What is done rarely: the form as a file out and in, another form as a beginning. */
import { type ReactNode, useRef } from 'react'
import { resolveText, translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import { parseJson } from '../../runtime/core/documents/parse-json.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { useScreen } from '../ScreenContext.ts'
import { Icon } from '../widgets/light/Icon.tsx'
import { MenuButton } from '../widgets/light/MenuButton.tsx'
import { takeForm } from './takeForm.ts'
import { useDesign } from './useDesign.ts'

export function DesignMenu(): ReactNode {
  const { session, vocabulary } = useDesign()
  const { host } = useScreen()
  const input = useRef<HTMLInputElement>(null)
  const begin = async (template: FormDocument) => {
    const title = translate('studio.template.confirm', { title: resolveText(template.title) })
    const isEmpty = Object.keys(session.content.schema?.properties ?? {}).length === 0
    const sure =
      isEmpty ||
      (await host.confirm({ title, text: translate('studio.template.confirmText'), ok: translate('studio.template.take'), danger: false }))
    if (sure) takeForm(session, template, translate('studio.edit.template', { what: resolveText(template.title) }))
  }
  const entries = [
    { id: 'export', label: translate('studio.menu.export'), icon: 'download', onSelect: () => saveFile(session.content) },
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
          if (file) take(await file.text(), (form) => takeForm(session, form, translate('studio.edit.import', { what: file.name })))
          target.value = ''
        }}
      />
    </>
  )
}

function take(text: string, onForm: (form: FormDocument) => void): void {
  const parsed = parseJson(text)
  if ('mistake' in parsed) {
    const { line, column } = parsed.mistake
    showToast('error', translate('studio.import.notJson', { line, column }))
  } else if (isForm(parsed.value)) onForm(parsed.value)
  else showToast('error', translate('studio.import.notForm'))
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

function saveFile(form: FormDocument): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(form, null, 2)}\n`], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: `${form.id}.form.json` }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
