import { memo, type ReactNode, useRef, useState } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import type { OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { useAt, useDesign, useSelected, useSelection } from '../useDesign.ts'
import { LongList, LongListInBox } from './LongList.tsx'
import { Movable } from './Movable.tsx'
import { PartSearch } from './PartSearch.tsx'
import { useChoose, useFollowedFocus, useIsStop } from './selecting.ts'
import { useFound } from './useFound.ts'
import { useOutline } from './useOutline.ts'

const ITEM_PX = 32

/** The form as a list of titles: for navigation in a long form, moving parts far, and reading on a phone. Keys and drops work as on the canvas. */
export function Outline({ readOnly }: { readOnly?: boolean }): ReactNode {
  const isEmpty = useOutline().length === 0
  const [wanted, setWanted] = useState('')
  const rows = useFound(wanted)
  if (isEmpty) return <p className="ag-studio-hint">{translate('studio.empty.title')}</p>
  return (
    <div className="ag-studio-outline">
      <PartSearch label={translate('studio.find.title')} value={wanted} onChange={setWanted} />
      {rows.length === 0 ? (
        <p className="ag-studio-hint" role="status">
          {translate('studio.find.count', { count: 0 })}
        </p>
      ) : readOnly ? (
        <ReadRows rows={rows} />
      ) : (
        <Rows rows={rows} />
      )}
    </div>
  )
}

function ReadRows({ rows }: { rows: readonly OutlineRow[] }): ReactNode {
  return (
    <LongList count={rows.length} keyOf={(index) => rows[index]!.path} estimate={() => ITEM_PX} gap={0} kept={-1}>
      {(index) => (
        <div className={classOf(rows[index]!)}>
          <Face row={rows[index]!} />
        </div>
      )}
    </LongList>
  )
}

function Rows({ rows }: { rows: readonly OutlineRow[] }): ReactNode {
  const main = useSelection().at(-1)
  const kept = main === undefined ? 0 : rows.findIndex(({ path }) => path === main)
  return (
    <div
      className="ag-studio-outline__list"
      role="listbox"
      aria-multiselectable="true"
      aria-label={translate('studio.side.outline')}
      data-studio-rows="outline"
      tabIndex={-1}
    >
      <LongListInBox count={rows.length} keyOf={(index) => rows[index]!.path} estimate={() => ITEM_PX} gap={0} kept={kept}>
        {(index) => <OutlineItem row={rows[index]!} position={index + 1} count={rows.length} />}
      </LongListInBox>
    </div>
  )
}

interface ItemProps {
  row: OutlineRow
  /** From 1; of all that are listed. */
  position: number
  count: number
}

const OutlineItem = memo(function OutlineItem({ row, position, count }: ItemProps): ReactNode {
  const element = useRef<HTMLDivElement>(null)
  const selected = useSelected(row.path)
  const isStop = useIsStop(position === 1)
  const choose = useChoose(row.path)
  useFollowedFocus(element, selected === 'main', 'outline')
  return (
    <div role="presentation" className="ag-studio-outline__row">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys of all its parts */}
      <div
        ref={element}
        role="option"
        aria-selected={selected !== ''}
        aria-posinset={position}
        aria-setsize={count}
        tabIndex={selected === 'main' || isStop ? 0 : -1}
        className={classOf(row)}
        data-outline={row.path}
        onClick={choose}
      >
        <Face row={row} />
      </div>
      <Movable list="outline" row={row} element={element} />
    </div>
  )
})

function classOf({ kind, depth }: OutlineRow): string {
  return joinClasses('ag-studio-outline__item', `ag-studio-outline__item--${kind}`, `ag-studio-outline__item--depth-${depth}`)
}

function Face({ row }: { row: OutlineRow }): ReactNode {
  const { vocabulary } = useDesign()
  const part = useAt<FormField>(row.path)
  const icon =
    row.kind === 'field' && part ? (entryOfField(vocabulary.palette, part)?.icon ?? 'settings') : row.kind === 'step' ? 'flag' : 'rows'
  return (
    <>
      <Icon name={icon} size="small" />
      <span>{resolveText(part?.title) || row.name}</span>
    </>
  )
}
