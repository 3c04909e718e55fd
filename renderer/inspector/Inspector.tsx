import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { innermostNode } from '../inPlaceEditor/marks.ts'
import { InspectorPanel } from './InspectorPanel.tsx'

interface Pointed {
  element: HTMLElement
  at: readonly string[]
}

/** The switch (Alt+Shift+I) and what it brings: the outline of the node below the pointer, and after a click all that is known of it. */
export function Inspector({ isOn, onSwitch }: { isOn: boolean; onSwitch(isOn: boolean): void }): ReactNode {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const [chosen, setChosen] = useState<Pointed | null>(null)
  const leave = () => {
    setPointed(null)
    setChosen(null)
    onSwitch(false)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey && event.shiftKey && event.code === 'KeyI') isOn ? leave() : onSwitch(true)
    else if (isOn && event.key === 'Escape') chosen ? setChosen(null) : leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])
  useEffect(() => (isOn ? pointing(setPointed, setChosen) : undefined), [isOn])
  const shown = chosen ?? pointed
  return createPortal(
    <div className="ag-inspector" data-unmarked>
      <button
        type="button"
        className="ag-inspector-switch"
        aria-pressed={isOn}
        title="Alt+Shift+I"
        onClick={() => (isOn ? leave() : onSwitch(true))}
      >
        Inspect
      </button>
      {isOn && shown && <Outline {...shown} />}
      {isOn && chosen && <InspectorPanel at={chosen.at} onClose={() => setChosen(null)} />}
    </div>,
    document.body,
  )
}

/** Nothing on the page acts meanwhile. @returns the remover */
function pointing(setPointed: (pointed: Pointed | null) => void, setChosen: (chosen: Pointed) => void): () => void {
  const isOwn = ({ target }: Event) => target instanceof Element && target.closest('.ag-inspector') !== null
  const move = (event: Event) => setPointed(isOwn(event) ? null : innermostNode(event.target))
  const press = (event: Event) => {
    if (isOwn(event)) return
    event.preventDefault()
    event.stopPropagation()
    const found = event.type === 'click' && innermostNode(event.target)
    if (found) setChosen(found)
  }
  const heard = [['pointermove', move], ...PRESSES.map((name) => [name, press] as const)] as const
  for (const [name, hear] of heard) addEventListener(name, hear, true)
  return () => {
    for (const [name, hear] of heard) removeEventListener(name, hear, true)
  }
}

const PRESSES = ['pointerdown', 'mousedown', 'click', 'dblclick', 'submit']

function Outline({ element, at }: Pointed): ReactNode {
  const [box, setBox] = useState<DOMRect | null>(null)
  useEffect(() => {
    const measure = () => setBox(element.getBoundingClientRect())
    measure()
    const moves = ['scroll', 'resize'] as const
    for (const name of moves) addEventListener(name, measure, true)
    return () => {
      for (const name of moves) removeEventListener(name, measure, true)
    }
  }, [element])
  if (!box) return null
  const { left, top, width, height } = box
  return (
    <div className="ag-inspector-outline" style={{ left, top, width, height }}>
      <span>{at.at(-1)}</span>
    </div>
  )
}
