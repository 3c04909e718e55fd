import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { language, translate } from '../../../runtime/client/texts.ts'
import { type TypedOption, typedOptions } from '../../../runtime/core/studio/optionWords.ts'
import { outline } from '../../../runtime/core/studio/outline.ts'
import { type PartWord, type PartWords, partWords } from '../../../runtime/core/studio/partWords.ts'
import { titleOf, writeWords } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import { rowId } from './CanvasRow.tsx'
import { OptionsInPlace } from './OptionsInPlace.tsx'

/** What is typed in place, and where the caret begins. */
export interface Typing {
  path: string
  part: PartWord | 'option'
  /** Place of the option, from 0. */
  option?: number
}

interface TypeInPlaceProps extends Typing {
  onType(typing: Typing | null): void
}

/** The words of a part and its options, in the language shown, typed over its row on the canvas. Enter saves as one undo step, as leaving does; Escape undoes it; Tab
 *  continues to the title of the next part. It lies beside the list, not in it: a list of options holds nothing to type into. */
export function TypeInPlace(props: TypeInPlaceProps): ReactNode {
  const { path } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useOverRow(box, path)
  const { before, options, typed, title, hear, end, focusWord, leave } = useTyping(props, box)
  const shared = (word: PartWord) => ({
    className: 'ag-form-input',
    'data-word': word,
    lang: language.lang === 'zh' ? 'zh-CN' : 'en',
    defaultValue: before[word] ?? '',
    readOnly: before[word] === null,
    placeholder: translate(`studio.typing.${word}`),
    'aria-label': translate(`studio.typing.${word}Of`, { title }),
    'aria-describedby': `${id}-help`,
    onChange: ({ target }: { target: { value: string } }) => {
      typed.current[word] = target.value
    },
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the inputs inside
    <div
      ref={box}
      className="ag-studio-typing"
      onKeyDown={hear}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && end(null)}
    >
      <input {...shared('title')} />
      <textarea rows={2} {...shared('description')} />
      {options && (
        <OptionsInPlace
          options={options}
          title={title}
          onChange={(next) => {
            typed.current.options = next
          }}
          onUp={() => focusWord('description')}
          onLeave={() => leave(true)}
        />
      )}
      <p className="ag-studio-hint" id={`${id}-help`}>
        {translate(options ? 'studio.typing.optionsHelp' : 'studio.typing.help', { language: translate(`studio.lang.${language.lang}`) })}
      </p>
    </div>
  )
}

/** What is typed, and how the typing continues and ends. */
function useTyping({ path, part, option, onType }: TypeInPlaceProps, box: RefObject<HTMLElement | null>) {
  const design = useDesign()
  const [before] = useState(() => partWords(design.session.content, path, language.lang))
  const [options] = useState(() => typedOptions(design.session.content, path, language.lang))
  const typed = useRef<PartWords & { options: readonly TypedOption[] | null }>({
    title: before.title ?? '',
    description: before.description ?? '',
    options,
  })
  const isDone = useRef(false)
  useEffect(() => {
    const inputs = [...box.current!.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[data-word="${part}"]`)]
    const first = inputs[option ?? 0] ?? box.current!.querySelector<HTMLInputElement>('[data-word="title"]')
    first?.focus()
    first?.select()
  }, [part, option, box])
  const end = (next: Typing | null, save = true) => {
    if (isDone.current) return
    isDone.current = true
    if (save) writeWords(design, path, language.lang, typed.current, typed.current.options)
    if (next) design.session.select([next.path])
    onType(next)
  }
  const leave = (save: boolean) => {
    end(null, save)
    document.getElementById(rowId(path))?.focus()
  }
  const focusWord = (word: Typing['part']) => box.current?.querySelector<HTMLElement>(`[data-word="${word}"]`)?.focus()
  function actOf({ key, shiftKey, target }: KeyboardEvent): (() => void) | null {
    const { word } = (target as HTMLElement).dataset
    if (key === 'Escape') return () => leave(false)
    if (word === undefined) return null
    if (key === 'Enter' && !shiftKey) return () => leave(true)
    if (key === 'ArrowDown' && word === 'title') return () => focusWord('description')
    if (key === 'ArrowDown' && word === 'description' && options && isAtEnd(target as HTMLTextAreaElement)) return () => focusWord('option')
    if (key !== 'Tab' || (shiftKey && word !== 'title')) return null
    const paths = outline(design.session.content).map((row) => row.path)
    const to = paths[paths.indexOf(path) + (shiftKey ? -1 : 1)]
    if (to === undefined) return word === 'option' ? () => leave(true) : null
    return () => end({ path: to, part: 'title' })
  }
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    const act = event.nativeEvent.isComposing ? null : actOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  return { before, options, typed, title: titleOf(design.session.content, path), hear, end, focusWord, leave }
}

function isAtEnd({ selectionStart, value }: HTMLTextAreaElement): boolean {
  return selectionStart === value.length
}

/** Lays an element over the row of a part, and keeps it there while rows above grow or shrink. */
function useOverRow(box: RefObject<HTMLElement | null>, path: string): void {
  useLayoutEffect(() => {
    const frame = box.current?.parentElement
    if (!frame) return
    const place = () => {
      const row = document.getElementById(rowId(path))?.getBoundingClientRect()
      if (!row || !box.current) return
      const { top, left } = frame.getBoundingClientRect()
      Object.assign(box.current.style, { top: `${row.top - top}px`, left: `${row.left - left}px`, width: `${row.width}px` })
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [box, path])
}
