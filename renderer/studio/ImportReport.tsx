import type { ReactNode } from 'react'
import { translate } from '../../runtime/client/texts.ts'
import type { ImportedForm } from '../../runtime/core/studio/import/importForm.ts'
import { Button } from '../widgets/light/Button.tsx'
import { Overlay } from '../widgets/light/Overlay.tsx'
import { Pill } from '../widgets/light/Pill.tsx'
import './translation/translation.css'

interface ImportReportProps {
  imported: ImportedForm
  onTake(): void
  onClose(): void
}

/** Report before an imported form is used: what was recognised, and everything that was not. */
export function ImportReport({ imported, onTake, onClose }: ImportReportProps): ReactNode {
  const { form, losses, source } = imported
  const fields = Object.keys(form.schema.properties).length
  const count = (degree: 'lost' | 'near') => losses.filter((loss) => loss.degree === degree).length
  return (
    <Overlay
      kind="dialog"
      title={translate('studio.import.title')}
      width={720}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate('studio.versions.cancel')}</Button>
          <Button tone="primary" disabled={fields === 0} reason={translate('studio.import.reason.nothing')} onClick={onTake}>
            {translate('studio.import.take')}
          </Button>
        </>
      }
    >
      <p>
        {translate('studio.import.found', {
          source: translate(`studio.import.source.${source}`),
          fields,
          lost: count('lost'),
          near: count('near'),
        })}
      </p>
      {losses.length > 0 && (
        <ul className="ag-studio-report ag-studio-report--tall">
          {losses.map(({ path, degree, reason, found }) => (
            <li key={`${path} ${reason} ${found}`}>
              <Pill color={degree === 'lost' ? 'warning' : 'default'}>{translate(`studio.import.degree.${degree}`)}</Pill>{' '}
              {translate(`studio.import.reason.${reason}`)} <code>{path}</code> <span className="ag-studio-hint">{found}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="ag-studio-hint">{translate('studio.import.undo')}</p>
    </Overlay>
  )
}
