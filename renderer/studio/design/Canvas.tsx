import { useDroppable } from '@dnd-kit/core'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { resolveText, translate } from '../../../runtime/client/texts.ts'
import type { FormField } from '../../../runtime/core/documents.ts'
import { closedBy, type OutlineRow } from '../../../runtime/core/studio/outline.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Empty } from '../../widgets/light/Empty.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { addSection, addStep, duplicateSelected, moveSelected } from '../commands.ts'
import { useAt, useDesign, useSelection } from '../useDesign.ts'
import { CanvasRow, rowId } from './CanvasRow.tsx'
import { LongList } from './LongList.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { TypeInPlace, type Typing } from './TypeInPlace.tsx'
import { useOutline } from './useOutline.ts'
import { useRemoval } from './useRemoval.ts'

interface CanvasProps {
  /** What is typed in place. */
  typing: Typing | null
  onType(typing: Typing | null): void
  onInsert(): void
  onPaste(): void
  onFind(): void
  onKeys(): void
}

/** The form as respondents see it: one list of parts with one selected, navigated with the arrow keys. */
export function Canvas({ typing, onType, ...bar }: CanvasProps): ReactNode {
  const rows = useOutline()
  useKeptFocus(rows)
  return (
    <div className="ag-studio-canvas">
      <CanvasBar onType={onType} {...bar} />
      {rows.length === 0 ? (
        <EmptyCanvas onPaste={bar.onPaste} />
      ) : (
        <div className="ag-studio-sheet">
          <div
            className="ag-studio-rows"
            role="listbox"
            aria-multiselectable="true"
            aria-label={translate('studio.canvas')}
            data-studio-rows="canvas"
            tabIndex={-1}
          >
            <CanvasRows rows={rows} onType={onType} />
          </div>
          {typing && <TypeInPlace key={typing.path} {...typing} onType={onType} />}
          <CanvasEnd />
        </div>
      )}
    </div>
  )
}

/** A part that changes its place, or goes, may take the focus out of the list with it. */
function useKeptFocus(rows: readonly OutlineRow[]): void {
  const { session } = useDesign()
  const hadParts = useRef(false)
  useLayoutEffect(() => {
    const main = session.selection.at(-1)
    const kept = rows.length > 0 ? main && rowId(main) : hadParts.current ? EMPTY_ID : undefined
    hadParts.current = rows.length > 0
    if (kept && document.activeElement === document.body) document.getElementById(kept)?.focus({ preventScroll: true })
  }, [rows, session])
}

const EMPTY_ID = 'studio-empty'
const GAP_PX = 8
const HEADING_PX = 44
const FIELD_PX = 108

function CanvasRows({ rows, onType }: { rows: readonly OutlineRow[]; onType: CanvasProps['onType'] }): ReactNode {
  const main = useSelection().at(-1)
  const closed = useMemo(() => closedBy(rows), [rows])
  const kept = main === undefined ? 0 : rows.findIndex(({ path }) => path === main)
  return (
    <LongList
      count={rows.length}
      keyOf={(index) => rows[index]!.path}
      estimate={(index) => (rows[index]!.kind === 'field' ? FIELD_PX : HEADING_PX)}
      gap={GAP_PX}
      kept={kept}
    >
      {(index) => (
        <>
          <CanvasRow row={rows[index]!} position={index + 1} count={rows.length} onType={onType} />
          {closed.get(rows[index]!.path)?.map((group) => (
            <GroupEnd key={group.path} group={group} />
          ))}
        </>
      )}
    </LongList>
  )
}

/** Takes what is dropped below the last part: to the end of the form, behind a group that is last. */
function CanvasEnd(): ReactNode {
  const { setNodeRef, isOver, active } = useDroppable({ id: 'canvas end', data: { path: '' } })
  return (
    <div
      ref={setNodeRef}
      className={joinClasses('ag-studio-end', active && 'ag-studio-end--open', isOver && 'ag-studio-end--over')}
      aria-hidden="true"
    >
      {active && translate('studio.drag.last')}
    </div>
  )
}

/** Takes what is dropped at the end of a group. */
function GroupEnd({ group: { path, name } }: { group: OutlineRow }): ReactNode {
  const { setNodeRef, isOver, active } = useDroppable({ id: `end ${path}`, data: { path, end: true } })
  const title = resolveText(useAt<FormField>(path)?.title) || name
  if (!active) return <div ref={setNodeRef} />
  return (
    <div
      ref={setNodeRef}
      className={joinClasses('ag-studio-end', 'ag-studio-end--open', 'ag-studio-end--group', isOver && 'ag-studio-end--over')}
      aria-hidden="true"
    >
      {translate('studio.drag.lastIn', { group: title })}
    </div>
  )
}

function EmptyCanvas({ onPaste }: Pick<CanvasProps, 'onPaste'>): ReactNode {
  const { setNodeRef, isOver } = useDroppable({ id: 'canvas', data: { path: '' } })
  return (
    <section
      ref={setNodeRef}
      id={EMPTY_ID}
      className={isOver ? 'ag-studio-empty ag-studio-empty--over' : 'ag-studio-empty'}
      aria-label={translate('studio.canvas')}
      data-studio-rows="canvas"
      tabIndex={-1}
    >
      <Empty title={translate('studio.empty.title')} text={translate('studio.empty.text')} />
      <TemplateChoice />
      <Button onClick={onPaste}>{translate('studio.paste.open')}</Button>
    </section>
  )
}

function CanvasBar({ onType, onInsert, onPaste, onFind, onKeys }: Omit<CanvasProps, 'typing'>): ReactNode {
  const design = useDesign()
  const selection = useSelection()
  const remove = useRemoval()
  const none = selection.length === 0
  const tool = (name: string, icon: string, run: () => void, disabled = none) => (
    <button
      key={name}
      type="button"
      className="ag-icon-button"
      aria-label={translate(`studio.tool.${name}`)}
      title={translate(`studio.tool.${name}`)}
      disabled={disabled}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className="ag-studio-tools" role="toolbar" aria-label={translate('studio.tools')}>
      {tool('insert', 'plus', onInsert, false)}
      {tool('paste', 'list', onPaste, false)}
      {tool('type', 'edit', () => onType({ path: selection.at(-1)!, part: 'title' }))}
      {tool('up', 'up', () => moveSelected(design, -1))}
      {tool('down', 'down', () => moveSelected(design, 1))}
      {tool('duplicate', 'copy', () => duplicateSelected(design))}
      {tool('remove', 'trash', () => void remove())}
      <span className="ag-studio-tools__gap" />
      <WordTool icon="rows" words={translate(none ? 'studio.tool.section' : 'studio.tool.group')} onClick={() => addSection(design)} />
      <WordTool icon="flag" words={translate('studio.tool.step')} onClick={() => addStep(design)} />
      <span className="ag-studio-tools__gap" />
      {tool('find', 'search', onFind, false)}
      {tool('keys', 'info', onKeys, false)}
    </div>
  )
}

/** Its words are cut where there is no room for them. */
function WordTool({ icon, words, onClick }: { icon: string; words: string; onClick(): void }): ReactNode {
  return (
    <Button size="small" icon={icon} title={words} onClick={onClick}>
      {words}
    </Button>
  )
}
