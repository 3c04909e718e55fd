/** An editor of code in a place of the page: made once, follows the value from outside, and tells what is typed into it. */
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'

const NONCE = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

interface CodeEditor {
  /** Where it stands. */
  place: RefObject<HTMLDivElement | null>
  /** There from the first effect on. */
  view: RefObject<EditorView | null>
}

/** @param extensions asked for once: what changes later is read from refs */
export function useCodeEditor(value: string, onChange: ((text: string) => void) | undefined, extensions: () => Extension[]): CodeEditor {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(onChange)
  latest.current = onChange
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values are put into it below
  useEffect(() => {
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current?.(update.state.doc.toString())
    })
    const made = new EditorView({
      parent: place.current!,
      state: EditorState.create({ doc: value, extensions: [NONCE ? EditorView.cspNonce.of(NONCE) : [], ...extensions(), listener] }),
    })
    view.current = made
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current!
    if (editor.state.doc.toString() !== value) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return { place, view }
}
