import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useDescribedByTitle } from '../../ListedTitle.ts'
import { Icon } from './Icon.tsx'
import { joinClasses } from './joinClasses.ts'
import { useMenuPlace } from './useMenuPlace.ts'

export interface MenuEntry {
  id: string
  label: ReactNode
  icon?: string
  badge?: string
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled: stands below the label. */
  reason?: string
  /** A choice that can be on or off. */
  checked?: boolean
  onSelect(): void
}

export interface MenuButtonProps {
  /** What the button shows. */
  face: ReactNode
  label: string
  entries: readonly MenuEntry[]
  className?: string
  align?: 'start' | 'end'
  head?: ReactNode
  /** Stays open after a choice (lists of check marks). */
  keepOpen?: boolean
}

/** A button that opens a menu of actions: arrow keys move, Escape and a click outside close it. */
export function MenuButton({
  face,
  label,
  entries,
  className = 'ag-icon-button',
  align = 'end',
  head,
  keepOpen,
}: MenuButtonProps): ReactNode {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const described = useDescribedByTitle()

  useMenuPlace(list, open, align)
  useFocusInside(root, open, () => setOpen(false))

  function close(): void {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  function hearKeys(event: KeyboardEvent): void {
    if (!open) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
      return
    }
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? [])]
    const index = items.indexOf(document.activeElement as HTMLElement)
    const steps: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }
    if (!(event.key in steps)) return
    event.preventDefault()
    items.at(steps[event.key]! % items.length)?.focus()
  }

  function choose(entry: MenuEntry): void {
    if (entry.disabled) return
    if (!keepOpen) close()
    entry.onSelect()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the buttons inside arrive here
    <span className="ag-menu-button" ref={root} onKeyDown={hearKeys}>
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        {...described}
        aria-label={label}
        title={label}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div ref={list} className="ag-menu" popover="manual">
          {head}
          <div id={listId} role="menu" aria-label={label}>
            {entries.map((entry) => (
              <MenuItem key={entry.id} entry={entry} onChoose={() => choose(entry)} />
            ))}
          </div>
        </div>
      )}
    </span>
  )
}

function MenuItem({ entry, onChoose }: { entry: MenuEntry; onChoose(): void }): ReactNode {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `checked` is set for the check role only
    <button
      type="button"
      role={entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={entry.checked}
      disabled={entry.disabled && !entry.reason}
      aria-disabled={entry.disabled || undefined}
      tabIndex={-1}
      className={joinClasses('ag-menu__item', entry.danger && !entry.disabled && 'ag-menu__item--danger')}
      onClick={onChoose}
    >
      {entry.checked === undefined ? (
        entry.icon && <Icon name={entry.icon} size="small" />
      ) : (
        <span className="ag-menu__check">{entry.checked && <Icon name="check" size="small" />}</span>
      )}
      <span className="ag-menu__label">
        {entry.label}
        {entry.disabled && entry.reason && <span className="ag-menu__reason">{entry.reason}</span>}
      </span>
      {entry.badge && <span className="ag-badge">{entry.badge}</span>}
    </button>
  )
}

/** The first entry has the focus while the menu is open; a press or a focus elsewhere closes it. */
function useFocusInside(root: RefObject<HTMLElement | null>, open: boolean, onLeave: () => void): void {
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const hear = (event: Event): void => {
      if (!root.current?.contains(event.target as globalThis.Node)) leave.current()
    }
    document.addEventListener('pointerdown', hear)
    document.addEventListener('focusin', hear)
    return () => {
      document.removeEventListener('pointerdown', hear)
      document.removeEventListener('focusin', hear)
    }
  }, [open, root])
}
