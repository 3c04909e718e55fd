import type { KeyboardEvent } from 'react'
import { duplicateSelected, moveSelected } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import { selectNext } from './selectNext.ts'
import type { Typing } from './TypeInPlace.tsx'
import { useRemoval } from './useRemoval.ts'

/** Key -> what it does, as `?` shows them. */
export const DESIGN_KEYS = [
  'move',
  'extend',
  'shift',
  'insert',
  'paste',
  'type',
  'edit',
  'remove',
  'duplicate',
  'undo',
  'redo',
  'find',
  'keys',
  'leave',
] as const

/** Key handler of the design tab. Keys typed into an input are left alone. */
export function useDesignKeys(
  show: (what: 'find' | 'keys' | 'insert') => void,
  type: (typing: Typing) => void,
): (event: KeyboardEvent) => void {
  const design = useDesign()
  const remove = useRemoval()
  const { session } = design
  return (event) => {
    const key = event.key.toLowerCase()
    const command = event.ctrlKey || event.metaKey
    const done = act()
    if (done) event.preventDefault()

    function act(): boolean {
      if (command && key === 'f') return run(() => show('find'))
      if (isTyping(event.target)) return false
      if (command && key === 'z') return run(() => (event.shiftKey ? session.redo() : session.undo()))
      if (command && key === 'y') return run(() => session.redo())
      if (event.key === '?') return run(() => show('keys'))
      // the second is what the key gives while Chinese is typed
      if (!command && (key === '/' || key === '、')) return run(() => show('insert'))
      if (!isCanvas(event.target)) return false
      if (command && key === 'd') return run(() => duplicateSelected(design))
      if (command && key === 'a') return run(() => session.select(allFields()))
      if (key === 'delete' || key === 'backspace') return run(() => void remove())
      if (command && key === 'enter') return run(focusPanel)
      if (key === 'enter' || key === 'f2') return typeSelected()
      if (key === 'escape') return run(() => session.select([]))
      if (key === 'arrowdown' || key === 'arrowup') return run(() => go(key === 'arrowdown' ? 1 : -1))
      if (key === 'home' || key === 'end')
        return run(() => selectNext(session, key === 'home' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, false))
      return false
    }
    function typeSelected(): boolean {
      const path = session.selection.at(-1)
      return path !== undefined && run(() => type({ path, part: 'title' }))
    }
    function go(by: 1 | -1): void {
      if (event.altKey) moveSelected(design, by)
      else selectNext(session, by, event.shiftKey)
    }
    function allFields(): string[] {
      return Object.keys(session.content.schema.properties).map((name) => `/schema/properties/${name}`)
    }
  }
}

function run(what: () => void): true {
  what()
  return true
}

/** Whether keys and pasted text go into an input. */
export function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, select, textarea, [contenteditable="true"], .cm-editor, [role="dialog"]') !== null
  )
}

function isCanvas(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('[data-studio-rows]') !== null
}

function focusPanel(): void {
  document.querySelector<HTMLElement>('.ag-studio-panel :is(input, textarea, select):not([type="hidden"])')?.focus()
}
