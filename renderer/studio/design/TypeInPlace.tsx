import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { language, translate } from '../../../runtime/client/texts.ts'
import { outline } from '../../../runtime/core/studio/outline.ts'
import { type PartWord, type PartWords, partWords } from '../../../runtime/core/studio/partWords.ts'
import { titleOf, writeWords } from '../commands.ts'
import { useDesign } from '../useDesign.ts'
import { rowId } from './CanvasRow.tsx'

/** What is typed in place, and where the caret begins. */
export interface Typing {
  path: string
  part: PartWord
}

interface TypeInPlaceProps extends Typing {
  onType(typing: Typing | null): void
}

/** The words of a part in the language shown, typed over its row on the canvas. Enter saves as one undo step, as leaving does; Escape takes back; Tab
 *  goes on to the title of the next part. It lies beside the list, not in it: a list of options holds nothing to type into. */
export function TypeInPlace({ path, part, onType }: TypeInPlaceProps): ReactNode {
  const design = useDesign()
  const id = useId()
  const [before] = useState(() => partWords(design.session.content, path, language.lang))
  const typed = useRef<PartWords>({ title: before.title ?? '', description: before.description ?? '' })
  const isDone = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  useOverRow(box, path)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-word="${part}"]`)
    first?.focus()
    first?.select()
  }, [part])
  const end = (next: Typing | null, save = true) => {
    if (isDone.current) return
    isDone.current = true
    if (save) writeWords(design, path, language.lang, typed.current)
    if (next) design.session.select([next.path])
    onType(next)
  }
  const leave = (save: boolean) => {
    end(null, save)
    document.getElementById(rowId(path))?.focus()
  }
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    const word = (event.target as HTMLElement).dataset.word
    const act = actOf(event, word)
    if (act) {
      event.preventDefault()
      act()
    }
  }
  function actOf({ key, shiftKey }: KeyboardEvent, word: string | undefined): (() => void) | null {
    if (key === 'Enter' && !shiftKey) return () => leave(true)
    if (key === 'Escape') return () => leave(false)
    if (key === 'ArrowDown' && word === 'title') return () => box.current?.querySelector<HTMLElement>('[data-word="description"]')?.focus()
    if (key !== 'Tab' || (shiftKey && word === 'description')) return null
    const to = neighbour(shiftKey ? -1 : 1)
    return to === undefined ? null : () => end({ path: to, part: 'title' })
  }
  function neighbour(by: 1 | -1): string | undefined {
    const paths = outline(design.session.content).map((row) => row.path)
    return paths[paths.indexOf(path) + by]
  }
  const shared = (word: PartWord) => ({
    className: 'ag-form-input',
    'data-word': word,
    lang: language.lang === 'zh' ? 'zh-CN' : 'en',
    defaultValue: typed.current[word],
    readOnly: before[word] === null,
    placeholder: translate(`studio.typing.${word}`),
    'aria-label': translate(`studio.typing.${word}Of`, { title: titleOf(design.session.content, path) }),
    'aria-describedby': `${id}-help`,
    onChange: ({ target }: { target: { value: string } }) => {
      typed.current[word] = target.value
    },
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the two inputs inside
    <div
      ref={box}
      className="ag-studio-typing"
      onKeyDown={hear}
      onBlur={({ relatedTarget }) => !box.current?.contains(relatedTarget) && end(null)}
    >
      <input {...shared('title')} />
      <textarea rows={2} {...shared('description')} />
      <p className="ag-studio-hint" id={`${id}-help`}>
        {translate('studio.typing.help', { language: translate(`studio.lang.${language.lang}`) })}
      </p>
    </div>
  )
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
