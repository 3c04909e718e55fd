/** One part on the canvas: a step, a section, or a field with its real control, which nobody can fill here. */
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import { type OutlineRow, outline } from '../../../runtime/core/studio/outline.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { Tag } from '../../widgets/light/Pill.tsx'
import { failuresWithin } from '../failuresWithin.ts'
import { type FormSession, useAt, useDesign, useFailures, useSelected } from '../useDesign.ts'
import { useDropSide } from './dropMark.ts'
import { FieldSketch } from './FieldSketch.tsx'

interface RowProps {
  row: OutlineRow
  /** From 1; of all parts, drawn or not. */
  position: number
  count: number
}

export const CanvasRow = memo(function CanvasRow({ row, position, count }: RowProps): ReactNode {
  const { path, kind, depth } = row
  const element = useRef<HTMLDivElement>(null)
  const part = useAt<FormField>(path)
  const selected = useSelected(path)
  const isStop = useIsStop(position === 1)
  const select = useChoose(path)
  useFollowedFocus(element, selected === 'main')
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
      {/* Lies above what it stands for, which is a picture only: pointer, focus and screen reader meet the part alone. */}
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
        onClick={select}
      />
      <Movable row={row} element={element} />
    </div>
  )
})

const MAX_DEPTH = 5

/** Id of the element of a part. */
export function rowId(path: string): string {
  return `studio-row${path.replaceAll('/', '-')}`
}

function Movable({ row, element }: { row: OutlineRow; element: React.RefObject<HTMLDivElement | null> }): ReactNode {
  const { path } = row
  const side = useDropSide(path)
  const drag = useDraggable({ id: path, data: { path }, disabled: row.kind !== 'field' })
  const dropping = useDroppable({ id: path })
  const { setNodeRef: setDrag, listeners } = drag
  const { setNodeRef: setDrop } = dropping
  useEffect(() => {
    setDrag(element.current)
    setDrop(element.current)
  }, [setDrag, setDrop, element])
  const begin = listeners?.onPointerDown as ((event: PointerEvent) => void) | undefined
  useEffect(() => {
    const found = element.current
    if (!found || !begin) return
    // The sensor reads the native event, as React would hand it over.
    const hear = (event: PointerEvent) => begin(Object.assign(event, { nativeEvent: event }))
    found.addEventListener('pointerdown', hear)
    return () => found.removeEventListener('pointerdown', hear)
  }, [element, begin])
  return side && <span className={`ag-studio-drop ag-studio-drop--${side}`} aria-hidden="true" />
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

/** Tab reaches the list at its first part while nothing is selected. */
function useIsStop(isFirst: boolean): boolean {
  const { session } = useDesign()
  const subscribe = useCallback((listener: () => void) => session.listen('selection', listener), [session])
  return useSyncExternalStore(subscribe, () => isFirst && session.selection.length === 0)
}

function useChoose(path: string): (event: MouseEvent) => void {
  const { session } = useDesign()
  return ({ ctrlKey, metaKey, shiftKey }) => {
    const { selection } = session
    if (shiftKey && selection.length > 0) session.select(between(session, selection.at(-1) as string, path))
    else if (ctrlKey || metaKey) session.select(selection.includes(path) ? selection.filter((each) => each !== path) : [...selection, path])
    else session.select([path])
  }
}

function between({ content }: FormSession, from: string, to: string): string[] {
  const paths = outline(content).map(({ path }) => path)
  const [start, end] = [paths.indexOf(from), paths.indexOf(to)].sort((a, b) => a - b) as [number, number]
  return [...paths.slice(start, end + 1).filter((path) => path !== to), to]
}

/** The selected part is in sight; the focus goes along while it is in the list, or nowhere. */
function useFollowedFocus(element: React.RefObject<HTMLDivElement | null>, isMain: boolean): void {
  const seen = useRef(false)
  useEffect(() => {
    const before = seen.current
    seen.current = isMain
    if (!isMain || before) return
    const { activeElement } = document
    const isHere = activeElement === document.body || activeElement?.closest('[data-studio-rows]')
    if (isHere) element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [element, isMain])
}
