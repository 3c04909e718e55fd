import type { ReactNode } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import { groupLosses, type ImportLoss, type LossGroup } from '../../../runtime/core/studio/import/ImportReport.ts'
import type { ImportedForm } from '../../../runtime/core/studio/import/importForm.ts'
import { Pill } from '../../widgets/light/Pill.tsx'

/** Report before an imported form is used: what was recognised, and everything that was not, each kind once with its places. */
export function ImportReport({ imported: { form, losses, source } }: { imported: ImportedForm }): ReactNode {
  const fields = Object.entries(form.schema.properties)
  const count = (degree: 'lost' | 'near') => losses.filter((loss) => loss.degree === degree).length
  const groups = groupLosses(losses)
  const aside = groups.filter(({ degree }) => degree === 'aside')
  return (
    <>
      <p className="ag-studio-import__found">
        {translate('studio.import.found', {
          source: translate(`studio.import.source.${source}`),
          fields: fields.length,
          lost: count('lost'),
          near: count('near'),
        })}
      </p>
      <details className="ag-studio-import__part">
        <summary>{translate('studio.import.fields', { count: fields.length })}</summary>
        <ol className="ag-studio-import__fields">
          {fields.map(([name, field]) => (
            <li key={name}>{resolveText(field.title ?? field.description ?? name)}</li>
          ))}
        </ol>
      </details>
      {groups
        .filter(({ degree }) => degree !== 'aside')
        .map((group) => (
          <GroupOfLosses key={`${group.degree} ${group.reason} ${group.key}`} group={group} isOpen={group.losses.length <= 3} />
        ))}
      {aside.length > 0 && (
        <details className="ag-studio-import__part">
          <summary>
            <Pill>{translate('studio.import.degree.aside')}</Pill>{' '}
            {translate('studio.import.aside', { count: aside.reduce((sum, { losses: some }) => sum + timesOf(some), 0) })}
          </summary>
          <p className="ag-studio-import__keys">{aside.map(({ key, losses: some }) => `${key} ×${timesOf(some)}`).join('　')}</p>
        </details>
      )}
      <p className="ag-studio-hint">{translate('studio.import.undo')}</p>
    </>
  )
}

function timesOf(losses: readonly ImportLoss[]): number {
  return losses.reduce((sum, { times = 1 }) => sum + times, 0)
}

function GroupOfLosses({ group: { degree, reason, key, losses }, isOpen }: { group: LossGroup; isOpen: boolean }): ReactNode {
  return (
    <details className="ag-studio-import__part" open={isOpen}>
      <summary>
        <Pill color={degree === 'lost' ? 'warning' : 'default'}>{translate(`studio.import.degree.${degree}`)}</Pill>{' '}
        {translate(`studio.import.reason.${reason}`)} {key !== '' && <code>{key}</code>}
        {losses.length > 1 && <span className="ag-studio-hint"> ×{losses.length}</span>}
      </summary>
      <ul className="ag-studio-import__losses">
        {losses.map(({ path, found, called = found }) => (
          <li key={`${path} ${found}`}>
            <span>{called}</span> <code className="ag-studio-hint">{path}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
