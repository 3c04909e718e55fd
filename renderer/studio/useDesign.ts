/** Shared by the parts of a designer: the session, the vocabulary, and the calls of the page. */
import { createContext, useCallback, useContext, useRef, useSyncExternalStore } from 'react'
import type { ActionRef, FormDocument, Node, Source } from '../../runtime/core/documents.ts'
import type { DesignVocabulary } from '../../runtime/core/wire.ts'
import type { DesignSession } from './DesignSession.ts'

export type FormSession = DesignSession<FormDocument>

export interface Design {
  session: FormSession
  vocabulary: DesignVocabulary
  /** The node of the page: which actions and sources it has. */
  node: Extract<Node, { node: 'designer' }>
  /** Asks a source of the node with `input` in scope. @throws CallError */
  ask<T>(source: Source, input?: Record<string, unknown>): Promise<T>
  /** Runs an action of the node with `input` in scope, after its question. @returns what its last call answered; undefined when the person
   *  cancelled or when it failed; the screen has then shown the failure */
  run(action: ActionRef, input?: Record<string, unknown>): Promise<unknown>
  /** Loads the stored document again. */
  reload(): Promise<void>
  /** Says something to screen readers. */
  announce(words: string): void
  /** Opens another tab of the designer: the Logic of a field, a place in the JSON. */
  open(tab: string, select?: readonly string[]): void
}

export const DesignContext = createContext<Design | null>(null)

/** @throws outside of a designer: a mistake of ours */
export function useDesign(): Design {
  const design = useContext(DesignContext)
  if (!design) throw new Error('useDesign: no designer above')
  return design
}

/** The value at a JSON Pointer; drawn again only when it is another one. */
export function useAt<T>(path: string): T | undefined {
  const { session } = useDesign()
  const subscribe = useCallback((listener: () => void) => session.subscribe(path, listener), [session, path])
  return useSyncExternalStore(subscribe, () => session.read<T>(path))
}

/** Something that follows from the content; drawn again only when `same` says that it is another one. */
export function useDerived<T>(compute: (form: FormDocument) => T, same: (left: T, right: T) => boolean = Object.is): T {
  const { session } = useDesign()
  const last = useRef<{ content: FormDocument; compute: unknown; value: T } | null>(null)
  const subscribe = useCallback((listener: () => void) => session.subscribe('', listener), [session])
  return useSyncExternalStore(subscribe, () => {
    const known = last.current
    if (known && known.content === session.content && known.compute === compute) return known.value
    const made = compute(session.content)
    const value = known && same(known.value, made) ? known.value : made
    last.current = { content: session.content, compute, value }
    return value
  })
}

/** Selected paths. */
export function useSelection(): readonly string[] {
  const { session } = useDesign()
  return useSyncExternalStore(
    useCallback((listener) => session.listen('selection', listener), [session]),
    () => session.selection,
  )
}

/** Whether a path is selected: `main` for the last one chosen, which the keys act on. */
export function useSelected(path: string): 'main' | 'also' | '' {
  const { session } = useDesign()
  return useSyncExternalStore(
    useCallback((listener) => session.listen('selection', listener), [session]),
    () => (session.selection.at(-1) === path ? 'main' : session.selection.includes(path) ? 'also' : ''),
  )
}

/** Failures of the present content of the form. */
export function useFailures() {
  const { session } = useDesign()
  return useSyncExternalStore(
    useCallback((listener) => session.listen('failures', listener), [session]),
    () => session.failures,
  )
}

/** Whether it is saved. */
export function useSaveState() {
  const { session } = useDesign()
  return useSyncExternalStore(
    useCallback((listener) => session.listen('save', listener), [session]),
    () => session.save,
  )
}
