/** A tree of the parts of a document, named by their places: one of them, or the whole, is chosen. */
import { type CSSProperties, type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import { useHeldFocus } from '../../widgets/controls/useHeldFocus.ts'
import { Icon } from '../../widgets/light/Icon.tsx'
import { joinClasses } from '../../widgets/light/joinClasses.ts'
import { scrollWithin } from './scrollWithin.ts'

interface PathTreeProps {
  label: string
  /** What the row of the whole document says. */
  whole: string
  /** JSON Pointers of the rows, from top to bottom. */
  paths: readonly string[]
  chosen: string | null
  choose(path: string | null): void
  /** Takes a key that changes something. @returns whether it did */
  press(event: KeyboardEvent): boolean
  className?: string
  children: ReactNode
}

const CHOSEN = ['[aria-selected="true"]']

/** Arrow keys, Home and End choose; other keys are the owner's. The focus stays on the chosen row, whatever becomes of the rows. */
export function PathTree({ label, whole, paths, chosen, choose, press, className, children }: PathTreeProps): ReactNode {
  const tree = useRef<HTMLDivElement>(null)
  const rows = [null, ...paths]
  useEffect(() => {
    const row = tree.current?.querySelector<HTMLElement>(CHOSEN[0]!)
    if (!tree.current || !row) return
    scrollWithin(tree.current, row)
    if (tree.current.contains(document.activeElement)) row.focus({ preventScroll: true })
  })
  const heldFocus = useHeldFocus(tree, CHOSEN)
  function hear(event: KeyboardEvent): void {
    const isTaken = press(event)
    const at = rows.indexOf(chosen)
    const step = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key]
    if (!isTaken && step === undefined) return
    event.preventDefault()
    if (!isTaken) choose(rows[Math.max(0, Math.min(step!, rows.length - 1))]!)
  }
  return (
    <div ref={tree} className={joinClasses('ag-in-place__tree', className)} role="tree" aria-label={label} onKeyDown={hear} {...heldFocus}>
      <div
        role="treeitem"
        aria-level={1}
        aria-selected={chosen === null}
        tabIndex={chosen === null ? 0 : -1}
        className="ag-in-place__row"
        onClick={() => choose(null)}
        onKeyDown={undefined}
      >
        {whole}
      </div>
      {children}
    </div>
  )
}

interface PathRowProps<Side extends string> {
  path: string
  /** 0: at the top. */
  depth: number
  isChosen: boolean
  /** It has a condition or a right of its own. */
  isConditional: boolean
  choose(path: string): void
  setDragged(path: string | null): void
  /** On which side of the row the pointer is. @param part 0 at the upper edge, 1 at the lower one */
  sideAt(part: number): Side
  /** Whether what is dragged may go there. */
  takes(side: Side): boolean
  onDrop(side: Side): void
  children: ReactNode
}

/** A part: a click chooses it, and it is dragged beside or into others. */
export function PathRow<Side extends string>(props: PathRowProps<Side>): ReactNode {
  const { path, depth, isChosen, isConditional, choose, setDragged, sideAt, takes, onDrop, children } = props
  const [side, setSide] = useState<Side | null>(null)
  const sideOf = ({ clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    return sideAt((clientY - top) / height)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      role="treeitem"
      aria-level={depth + 2}
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      className="ag-in-place__row"
      data-drop={side ?? undefined}
      style={{ '--ag-in-place-depth': depth + 1 } as CSSProperties}
      draggable
      onClick={() => choose(path)}
      onDragStart={() => setDragged(path)}
      onDragEnd={() => setDragged(null)}
      onDragOver={(event) => {
        const over = sideOf(event)
        if (!takes(over)) return setSide(null)
        event.preventDefault()
        setSide(over)
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        setSide(null)
        const over = sideOf(event)
        if (takes(over)) onDrop(over)
      }}
    >
      {children}
      {isConditional && (
        <span className="ag-in-place__when" title={translate('studioSight.conditional')}>
          <Icon name="eye" size="small" />
          <span className="ag-hidden">{translate('studioSight.conditional')}</span>
        </span>
      )}
    </div>
  )
}
