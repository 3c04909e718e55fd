import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import { fieldShare } from '../../../runtime/core/studio/fieldShare.ts'
import type { OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { Tag } from '../../widgets/light/Pill.tsx'
import { failuresWithin } from '../failuresWithin.ts'
import { useAt, useDerived, useDesign, useFailures, useSelected } from '../useDesign.ts'
import { FieldSketch } from './FieldSketch.tsx'
import { Movable } from './Movable.tsx'
import { useChoose, useFollowedFocus, useIsStop } from './selecting.ts'
import type { Typing } from './TypeInPlace.tsx'

interface RowProps {
  row: OutlineRow
  /** From 1; of all parts, drawn or not. */
  position: number
  count: number
  onType(typing: Typing): void
}

/** One part on the canvas: a step, a section, or a field with its real control, which cannot be filled in here. */
export const CanvasRow = memo(function CanvasRow({ row, position, count, onType }: RowProps): ReactNode {
  const { path, kind, depth } = row
  const element = useRef<HTMLDivElement>(null)
  const part = useAt<FormField>(path)
  const selected = useSelected(path)
  const isStop = useIsStop(position === 1)
  const select = useChoose(path)
  useFollowedFocus(element, selected === 'main', 'canvas')
  const title = resolveText(part?.title) || row.name
  return (
    <div
      role="presentation"
      className={joinClasses(
        'ag-studio-row',
        `ag-studio-row--${kind}`,
        `ag-studio-row--depth-${Math.min(depth, MAX_DEPTH)}`,
        selected && 'ag-studio-row--selected',
      )}
    >
      <div className="ag-studio-row__body" aria-hidden="true">
        {kind === 'field' ? <FieldPart row={row} field={part} /> : <Heading row={row} title={title} description={part?.description} />}
      </div>
      {/* Covers the control, which is only a picture here: pointer, focus and screen reader reach the part itself. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys of all its parts */}
      <div
        ref={element}
        id={rowId(path)}
        role="option"
        aria-selected={selected !== ''}
        aria-posinset={position}
        aria-setsize={count}
        aria-label={translate(`studio.part.${kind}`, { title })}
        tabIndex={selected === 'main' || isStop ? 0 : -1}
        data-path={path}
        className="ag-studio-row__face"
        onClick={(event) => {
          const word = selected === 'main' && isPlain(event) ? wordAt(event) : null
          select(event)
          if (word?.part === 'option') onType({ path, ...word })
        }}
        onDoubleClick={(event) => onType({ path, ...wordAt(event) })}
      />
      <Movable list="canvas" row={row} element={element} />
    </div>
  )
})

const MAX_DEPTH = 5

function isPlain({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return !ctrlKey && !metaKey && !shiftKey
}

/** The word under the pointer: the face covers the row, so what lies there is found by its place. */
function wordAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Omit<Typing, 'path'> {
  const isThere = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  }
  const row = currentTarget.parentElement!
  const option = [...row.querySelectorAll('.ag-form-choice, .ag-form-ranking-item')].findIndex(isThere)
  if (option >= 0) return { part: 'option', option }
  return { part: [...row.querySelectorAll('.ag-form-field-help, .ag-studio-heading__text')].some(isThere) ? 'description' : 'title' }
}

/** Id of the element of a part. */
export function rowId(path: string): string {
  return `studio-row${path.replaceAll('/', '-')}`
}

function Heading({ row, title, description }: { row: OutlineRow; title: string; description: unknown }): ReactNode {
  return (
    <div className="ag-studio-heading">
      <span className="ag-studio-heading__kind">{translate(`studio.kind.${row.kind}`)}</span>
      <strong>{title}</strong>
      {description !== undefined && <span className="ag-studio-heading__text">{resolveText(description)}</span>}
    </div>
  )
}

function FieldPart({ row, field }: { row: OutlineRow; field: FormField | undefined }): ReactNode {
  const { vocabulary } = useDesign()
  if (!field) return null
  const entry = entryOfField(vocabulary.palette, field)
  return (
    <>
      <div className="ag-studio-marks">
        <span className="ag-studio-marks__kind">
          <Icon name={entry?.icon ?? 'settings'} size="small" />
          {entry ? resolveText(entry.title) : translate('studio.kind.other')}
        </span>
        {RULES.filter((key) => field[key] !== undefined).map((key) => (
          <Tag key={key}>{translate(`studio.mark.${key}`)}</Tag>
        ))}
        <ShareMark path={row.path} />
        <WrongMark path={row.path} />
      </div>
      {row.holds !== 'value' ? <GroupSketch row={row} field={field} /> : <FieldSketch path={row.path} name={row.name} field={field} />}
    </>
  )
}

const RULES = ['x-visibleWhen', 'x-enabledWhen', 'x-requiredWhen', 'x-computed'] as const

function GroupSketch({ row, field }: { row: OutlineRow; field: FormField }): ReactNode {
  const inner = Object.keys((row.holds === 'repeat' ? field.items?.properties : field.properties) ?? {})
  return (
    <p className="ag-studio-group">
      <strong>{resolveText(field.title) || row.name}</strong>
      <span>{translate(inner.length === 0 ? 'studio.group.empty' : `studio.group.${row.holds}`, { count: inner.length })}</span>
    </p>
  )
}

/** How much the field counts beside the others, where the palette says what counts. */
function ShareMark({ path }: { path: string }): ReactNode {
  const { shares } = useDesign().vocabulary.palette
  const share = useDerived((form) => (shares ? fieldShare(form, path, shares) : null))
  if (!shares || share === null) return null
  return <Tag>{share === 'out' ? resolveText(shares.none) : resolveText(shares.label, undefined, { percent: share })}</Tag>
}

function WrongMark({ path }: { path: string }): ReactNode {
  const count = failuresWithin(useFailures(), path).length
  if (count === 0) return null
  return (
    <span className="ag-studio-marks__wrong">
      <Icon name="error" size="small" />
      {translate('studio.mark.wrong', { count })}
    </span>
  )
}
