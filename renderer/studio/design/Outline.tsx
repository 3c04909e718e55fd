/** The form as a tree of titles: for the way around a long form, and to read it on a phone. */
import { memo, type ReactNode, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import type { OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { useAt, useDesign, useSelected } from '../useDesign.ts'
import { PartSearch } from './PartSearch.tsx'
import { useOutline } from './useOutline.ts'

export function Outline({ readOnly }: { readOnly?: boolean }): ReactNode {
  const rows = useOutline()
  const [wanted, setWanted] = useState('')
  if (rows.length === 0) return <p className="ag-studio-hint">{translate('studio.empty.title')}</p>
  return (
    <div className="ag-studio-outline">
      <PartSearch label={translate('studio.find.title')} value={wanted} onChange={setWanted} />
      <ul>
        {rows.map((row) => (
          <OutlineItem key={row.path} row={row} wanted={wanted.trim().toLowerCase()} readOnly={readOnly === true} />
        ))}
      </ul>
    </div>
  )
}

const OutlineItem = memo(function OutlineItem({
  row,
  wanted,
  readOnly,
}: {
  row: OutlineRow
  wanted: string
  readOnly: boolean
}): ReactNode {
  const { session, vocabulary } = useDesign()
  const part = useAt<FormField>(row.path)
  const selected = useSelected(row.path)
  const title = resolveText(part?.title) || row.name
  if (wanted !== '' && !`${title} ${row.name}`.toLowerCase().includes(wanted)) return null
  const icon =
    row.kind === 'field' && part ? (entryOfField(vocabulary.palette, part)?.icon ?? 'settings') : row.kind === 'step' ? 'flag' : 'rows'
  const face = (
    <>
      <Icon name={icon} size="small" />
      {title}
    </>
  )
  const className = joinClasses(
    'ag-studio-outline__item',
    `ag-studio-outline__item--${row.kind}`,
    `ag-studio-outline__item--depth-${row.depth}`,
  )
  return (
    <li>
      {readOnly ? (
        <span className={className}>{face}</span>
      ) : (
        <button type="button" className={className} aria-current={selected !== '' || undefined} onClick={() => session.select([row.path])}>
          {face}
        </button>
      )}
    </li>
  )
})
