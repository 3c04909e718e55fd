import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { translate } from '../../../runtime/client/texts.ts'
import type { OptionValue } from '../../../runtime/core/form/compileOptions.ts'
import type { ControlProps } from '../../form/contract.ts'
import { Icon } from '../light/Icon.tsx'
import { LeaveArea } from './LeaveArea.tsx'
import { OptionsState } from './OptionsState.tsx'
import { useAnswer } from './useAnswer.ts'
import { type ShownOption, useOptions } from './useOptions.ts'
import './rich.css'

/** All options in an order that the person gives: by dragging, or with two buttons for each. The answer is the list of values, first place first. Until
 * something is moved, or the order is confirmed, there is none. */
export default function RankingControl(control: ControlProps) {
  const [value, write] = useAnswer<OptionValue[]>(control.answer)
  const options = useOptions(control.field, '', control.answer.path)
  const order = inOrder(options.list, Array.isArray(value) ? value : [])
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const put = (from: number, to: number) => {
    if (to < 0 || to >= order.length || from === to) return
    const next = order.map((option) => option.value)
    next.splice(to, 0, ...next.splice(from, 1))
    write(next)
    setSaid(translate('form.rich.ranked', { name: order[from]!.label, place: to + 1, count: order.length }))
  }
  const keepFocus = useKeptFocus(order)
  const drag = useDrag(list, put)
  return (
    <LeaveArea className="ag-form-ranking" answer={control.answer}>
      <ol ref={list} id={control.id} tabIndex={-1} aria-label={control.label}>
        {order.map((option, at) => (
          <li key={String(option.value)} className="ag-form-ranking-item">
            <span className="ag-form-ranking-grip" onPointerDown={(event) => !control.disabled && mayDrag(event) && drag(event, at)}>
              <span className="ag-form-ranking-place">{at + 1}</span>
              <span>{option.label}</span>
            </span>
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="ag-form-icon-button"
                aria-label={translate(by === -1 ? 'form.rich.rankUp' : 'form.rich.rankDown', { name: option.label })}
                aria-describedby={control.describedBy}
                disabled={control.disabled || order[at + by] === undefined}
                onClick={(event) => {
                  keepFocus(event.currentTarget)
                  put(at, at + by)
                }}
              >
                <Icon name={by === -1 ? 'up' : 'down'} size="small" />
              </button>
            ))}
          </li>
        ))}
      </ol>
      <p className="ag-form-ranking-state">
        {!Array.isArray(value) && order.length > 0 && !control.disabled && (
          <button type="button" className="ag-form-link-button" onClick={() => write(order.map((option) => option.value))}>
            {translate('form.rich.rankKeep')}
          </button>
        )}
        {Array.isArray(value) && !control.required && !control.disabled && (
          <button type="button" className="ag-form-link-button" onClick={() => write(undefined)}>
            {translate('form.clear')}
          </button>
        )}
        <span className="ag-hidden" role="status">
          {said}
        </span>
      </p>
      <OptionsState options={options} />
    </LeaveArea>
  )
}

/** A finger scrolls the page, but on the number of the place. */
function mayDrag({ pointerType, target, button }: PointerEvent<HTMLElement>): boolean {
  return button === 0 && (pointerType === 'mouse' || (target as Element).closest('.ag-form-ranking-place') !== null)
}

/** The options as they are ranked; those without a place, in their own order, behind the others. */
function inOrder(options: readonly ShownOption[], ranked: readonly OptionValue[]): ShownOption[] {
  const placed = ranked.flatMap((value) => options.find((option) => option.value === value) ?? [])
  return [...placed, ...options.filter((option) => !placed.includes(option))]
}

/** Keeps the focus on a pressed button when its option moves; on the other button when that one becomes disabled. */
function useKeptFocus(order: unknown): (button: HTMLButtonElement) => void {
  const pressed = useRef<HTMLButtonElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order has changed
  useLayoutEffect(() => {
    const button = pressed.current
    pressed.current = null
    if (!button) return
    const other = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
    ;(button.disabled ? other : button)?.focus()
  }, [order])
  return (button) => {
    pressed.current = button
  }
}

/** Dragging moves the option to the place under the pointer, while it is held. */
function useDrag(list: React.RefObject<HTMLOListElement | null>, put: (from: number, to: number) => void) {
  const latest = useRef(put)
  latest.current = put
  return (event: PointerEvent<HTMLElement>, start: number) => {
    event.preventDefault()
    let at = start
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const over = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      if (over < 0 || over === at) return
      latest.current(at, over)
      at = over
    }
    const end = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }
}
