import { type ReactNode, useEffect, useRef, useState } from 'react'
import { listenToStudio, type PreviewMessage, tellStudio } from '../../runtime/client/previewFrame.ts'
import { language } from '../../runtime/client/texts.ts'
import { editorKey } from './editorKey.ts'
import { elementsOf, nodeAround, type SeenNode } from './marks.ts'
import { TypeOver } from './TypeOver.tsx'
import { useDragNode } from './useDragNode.ts'

export type InPlaceEditor = Extract<PreviewMessage, { agon: 'inPlace' }>
type Changed = Extract<PreviewMessage, { agon: 'changed' }>

/** Chooses, moves and types where the page is seen. @param marked number of the pass whose marks are there */
export function EditorPointer({ marked }: { marked: number }): ReactNode {
  const [inPlace, setInPlace] = useState<InPlaceEditor | null>(null)
  const [changed, setChanged] = useState<Changed | null>(null)
  const [typing, setTyping] = useState<{ element: HTMLElement; text: string } | null>(null)
  const asked = useRef<HTMLElement[]>([])
  useEffect(
    () =>
      listenToStudio((message) => {
        if (message.agon === 'inPlace') setInPlace(message)
        if (message.agon === 'changed') setChanged(message)
        const element = message.agon === 'type' ? asked.current[message.index] : undefined
        if (message.agon === 'type' && element) setTyping({ element, text: message.text })
      }),
    [],
  )
  useMarkedElements(inPlace, marked)
  useChangedElements(changed, marked)
  useEffect(() => (inPlace?.isOn ? choosing(inPlace, asked) : undefined), [inPlace])
  useDragNode(inPlace)
  return (
    typing && (
      <TypeOver
        {...typing}
        onEnd={(text) => {
          setTyping(null)
          if (text !== null && text !== typing.text) tellStudio({ agon: 'typed', text })
        }}
      />
    )
  )
}

/** Shows which node is chosen, and brings it into view when it is another one. */
function useMarkedElements(inPlace: InPlaceEditor | null, marked: number): void {
  const shown = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other elements may be marked
  useEffect(() => {
    document.documentElement.toggleAttribute('data-in-place-on', inPlace?.isOn === true)
    if (!inPlace?.isOn || inPlace.chosen === null) return
    const elements = elementsOf(inPlace.chosen, inPlace.of)
    if (shown.current !== inPlace.chosen) bringIntoView(elements[0])
    shown.current = inPlace.chosen
    return show(elements, 'chosen')
  }, [inPlace, marked])
}

/** Outlines the parts that another version has not, has elsewhere or otherwise. */
function useChangedElements(changed: Changed | null, marked: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other elements may be marked
  useEffect(() => {
    if (!changed) return
    const outlined = changed.nodes.flatMap(({ node, what }) => elementsOf(node, changed.of).map((element) => ({ element, what })))
    for (const { element, what } of outlined) element.setAttribute('data-in-place-change', what)
    const shown = changed.shown ? elementsOf(changed.shown, changed.of) : []
    for (const element of shown) element.setAttribute('data-in-place-shown', '')
    bringIntoView(shown[0])
    return () => {
      for (const { element } of outlined) element.removeAttribute('data-in-place-change')
      for (const element of shown) element.removeAttribute('data-in-place-shown')
    }
  }, [changed, marked])
}

/** `scrollIntoView` would move the page of the studio too. */
function bringIntoView(element: HTMLElement | undefined): void {
  if (!element) return
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) window.scrollBy({ top: top - Math.max(0, (innerHeight - (bottom - top)) / 2) })
}

/** @returns the remover */
function show(elements: readonly HTMLElement[], how: 'chosen' | 'over'): () => void {
  for (const element of elements) element.setAttribute('data-in-place', how)
  return () => {
    for (const element of elements) if (element.getAttribute('data-in-place') === how) element.setAttribute('data-in-place', '')
  }
}

/** Until the remover is called, clicks choose and do nothing else. */
function choosing(inPlace: InPlaceEditor, asked: { current: HTMLElement[] }): () => void {
  let hide = () => {}
  const isOurs = (event: Event) => event.target instanceof Element && !event.target.closest('.ag-in-place-type')
  const listeners: Partial<{ [E in keyof DocumentEventMap]: (event: DocumentEventMap[E]) => void }> = {
    pointerover({ target }) {
      hide()
      const seen = nodeAround(target, inPlace.of)
      hide = seen && seen.node !== inPlace.chosen ? show([seen.element], 'over') : () => {}
    },
    click(event) {
      if (!isOurs(event)) return
      stop(event)
      const seen = nodeAround(event.target, inPlace.of)
      if (seen) tellStudio({ agon: 'chosen', node: seen.node, from: seen.from })
    },
    dblclick(event) {
      if (!isOurs(event)) return
      stop(event)
      const seen = nodeAround(event.target, inPlace.of)
      if (!seen) return
      asked.current = wordsAround(event.target as HTMLElement, seen)
      tellStudio({ agon: 'words', node: seen.node, lang: language.lang, shown: asked.current.map((element) => element.innerText.trim()) })
    },
    submit: stop,
    keydown(event) {
      const key = isOurs(event) ? editorKey(event) : null
      if (key === null) return
      stop(event)
      tellStudio({ agon: 'key', key })
    },
  }
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener as EventListener, true)
  return () => {
    hide()
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener as EventListener, true)
  }
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Elements from the clicked one up to that of the node: one of them shows the words. */
function wordsAround(target: HTMLElement, { element }: SeenNode): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let at: HTMLElement | null = target; at; at = at.parentElement) {
    found.push(at)
    if (at === element) break
  }
  return found
}
