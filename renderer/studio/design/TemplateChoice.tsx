import type { ReactNode } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { areOffered } from '../../../runtime/core/studio/entryOfField.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { takeForm } from '../takeForm.ts'
import { useDesign } from '../useDesign.ts'

/** Ready-made forms to start from. */
export function TemplateChoice(): ReactNode {
  const { session, vocabulary, node } = useDesign()
  const { palette } = vocabulary
  const templates = vocabulary.templates.filter(({ schema }) => areOffered(palette, Object.values(schema.properties), node.purpose))
  if (templates.length === 0) return null
  return (
    <div className="ag-studio-templates">
      <p className="ag-studio-hint">{translate('studio.template.title')}</p>
      {templates.map((template) => (
        <Button
          key={template.id}
          onClick={() => takeForm(session, template, translate('studio.edit.template', { what: resolveText(template.title) }))}
        >
          {resolveText(template.title)}
        </Button>
      ))}
    </div>
  )
}
