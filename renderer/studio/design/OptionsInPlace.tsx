import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { language, translate } from '../../../runtime/client/texts.ts'
import { pastedOptions, type TypedOption } from '../../../runtime/core/studio/optionWords.ts'
import { Button } from '../../widgets/light/Button.tsx'
import { Icon } from '../../widgets/light/Icon.tsx'
import { useDesign } from '../useDesign.ts'

interface OptionsInPlaceProps {
  options: readonly TypedOption[]
  /** Of the field. */
  title: string
  onChange(options: readonly TypedOption[]): void
  /** The arrow up on the first option. */
  onUp(): void
  /** Enter on an empty option. */
  onLeave(): void
}
interface Line extends TypedOption {
  key: number
}

/** Options typed one below the other: Enter begins the next, Backspace in an empty one removes it, arrows go between them and with Alt move one, several pasted
 *  lines are several options. A grip moves one by the pointer. */
export function OptionsInPlace({ title, ...props }: OptionsInPlaceProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const edit = useLines(props, list)
  const drag = useRowDrag(list, edit.move)
  return (
    <div className="ag-studio-typing__options">
      <ul ref={list} aria-label={translate('studio.typing.options', { title })}>
        {edit.lines.map(({ key, text }, at) => (
          <li key={key}>
            <span className="ag-studio-typing__grip" aria-hidden="true" onPointerDown={(event) => drag(event, at)} />
            <input
              className="ag-form-input"
              data-word="option"
              lang={language.lang === 'zh' ? 'zh-CN' : 'en'}
              aria-label={translate('studio.typing.optionOf', { number: at + 1, count: edit.lines.length, title })}
              placeholder={translate('studio.typing.option', { number: at + 1 })}
              value={text}
              onChange={({ target }) => edit.type(at, target.value)}
              onKeyDown={(event) => edit.hear(event, at)}
              onPaste={(event) => edit.paste(event, at)}
            />
            <button
              type="button"
              className="ag-icon-button ag-icon-button--small"
              aria-label={translate('studio.options.remove', { number: at + 1 })}
              disabled={edit.lines.length === 1}
              onClick={() => edit.remove(at)}
            >
              <Icon name="close" size="small" />
            </button>
          </li>
        ))}
      </ul>
      <Button size="small" icon="plus" onClick={edit.add}>
        {translate('studio.options.add')}
      </Button>
    </div>
  )
}

/** The lines, and what keys, pasted text and buttons do with them. */
function useLines({ options, onChange, onUp, onLeave }: Omit<OptionsInPlaceProps, 'title'>, list: { current: HTMLElement | null }) {
  const { announce } = useDesign()
  const [lines, setLines] = useState<readonly Line[]>(() => options.map((option, key) => ({ ...option, key })))
  const nextKey = useRef(options.length)
  const focus = useFocusAt(list)
  const put = (next: readonly Line[], focusAt?: number) => {
    if (focusAt !== undefined) focus(focusAt)
    setLines(next)
    onChange(next)
  }
  const insert = (at: number, made: readonly TypedOption[], instead = 0) => {
    const fresh = made.map((option) => ({ ...option, key: nextKey.current++ }))
    put([...lines.slice(0, at), ...fresh, ...lines.slice(at + instead)], at + made.length - 1)
  }
  const remove = (at: number) => {
    if (lines.length === 1) return
    announce(translate('studio.typing.optionRemoved', { number: at + 1 }))
    const left = lines.filter((_, index) => index !== at)
    put(left, Math.max(0, at - 1))
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= lines.length || to === from) return
    const next = lines.filter((_, index) => index !== from)
    next.splice(to, 0, lines[from]!)
    announce(translate('studio.typing.optionMoved', { number: to + 1 }))
    put(next, to)
  }
  const actOf = ({ key, altKey }: KeyboardEvent, at: number): (() => void) | null => {
    const isEmpty = lines[at]!.text === ''
    if (key === 'Enter' && isEmpty && at === lines.length - 1) return onLeave
    if (key === 'Enter') return () => insert(at + 1, [NEW])
    if (key === 'Backspace' && isEmpty) return () => remove(at)
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
    const to = key === 'ArrowUp' ? at - 1 : at + 1
    if (altKey) return () => move(at, to)
    return to < 0 ? onUp : () => focus(Math.min(to, lines.length - 1), true)
  }
  return {
    lines,
    remove,
    move,
    add: () => insert(lines.length, [NEW]),
    type: (at: number, text: string) => put(lines.map((line, index) => (index === at ? { ...line, text } : line))),
    hear: (event: KeyboardEvent<HTMLInputElement>, at: number) => {
      const act = event.nativeEvent.isComposing ? null : actOf(event, at)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    },
    paste: (event: ClipboardEvent, at: number) => {
      const text = event.clipboardData.getData('text')
      if (!/\r?\n/.test(text.trim())) return
      event.preventDefault()
      const isEmpty = lines[at]!.text === '' && lines[at]!.from === null
      insert(isEmpty ? at : at + 1, pastedOptions(text, language.lang), isEmpty ? 1 : 0)
    },
  }
}

const NEW: TypedOption = { from: null, text: '' }

/** Gives an option the focus: once it is drawn, or immediately. */
function useFocusAt(list: { current: HTMLElement | null }): (at: number, isThere?: boolean) => void {
  const wanted = useRef<number | null>(null)
  const go = (at: number) => {
    const input = list.current?.querySelectorAll<HTMLInputElement>('input')[at]
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }
  useLayoutEffect(() => {
    if (wanted.current !== null) go(wanted.current)
    wanted.current = null
  })
  return (at, isThere) => {
    if (isThere) go(at)
    else wanted.current = at
  }
}

/** Drags an option by its grip: it goes where the pointer is let go. */
function useRowDrag(list: { current: HTMLElement | null }, move: (from: number, to: number) => void) {
  return (event: PointerEvent<HTMLElement>, from: number): void => {
    // the focus stays where it is: leaving the inputs would end the typing
    event.preventDefault()
    const grip = event.currentTarget
    grip.setPointerCapture(event.pointerId)
    const end = ({ clientY, type }: globalThis.PointerEvent) => {
      grip.removeEventListener('pointerup', end)
      grip.removeEventListener('pointercancel', end)
      const middles = [...list.current!.children].map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
      const above = middles.filter((middle, at) => at !== from && middle < clientY).length
      if (type === 'pointerup') move(from, above)
    }
    grip.addEventListener('pointerup', end)
    grip.addEventListener('pointercancel', end)
  }
}
