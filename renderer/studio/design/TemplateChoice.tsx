import type { ReactNode } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { useTemplates } from '../templates/useTemplates.tsx'

/** The way from an empty form to a finished one. */
export function TemplateChoice(): ReactNode {
  const { choose, dialog } = useTemplates()
  return (
    <div className="ag-studio-templates">
      <Button onClick={choose}>{translate('studio.template.open')}</Button>
      {dialog}
    </div>
  )
}
