import { useEffect, useRef, useState } from 'react'
import { request } from '../../../runtime/client/http.ts'
import type { DocumentFailure } from '../../../runtime/core/platform.ts'
import type { SavedDraft } from '../useSavedDraft.ts'
import type { Content, OpenedDocument } from './openedDocument.ts'

/** `isDraft`: what is named is a draft itself. */
export type Failure = DocumentFailure & { isDraft?: boolean }

export interface Failures {
  list: readonly Failure[]
  /** The list is of an earlier content, and is being made anew. */
  isOld: boolean
}

const NONE: Failures = { list: [], isOld: false }

/** The mistakes of a draft. They are asked for when a save is done, without waiting for the page to read the draft again, and when the page brings a draft
 *  that was not saved here. */
export function useFailures(check: string, opened: OpenedDocument, { content, saves, state }: SavedDraft<Content>): Failures {
  const { kind, id, hash } = opened
  const [found, setFound] = useState(NONE)
  const savesBefore = useRef(0)
  const asked = useRef('')
  const turn = useRef(0)
  const texts = useRef({ mine: content, opened: opened.content })
  texts.current = { mine: content, opened: opened.content }
  useEffect(() => {
    const text = JSON.stringify(saves === savesBefore.current ? texts.current.opened : texts.current.mine)
    savesBefore.current = saves
    if (asked.current === text) return
    asked.current = text
    const mine = ++turn.current
    if (hash === null && saves === 0) return setFound(NONE)
    const settle = (list: readonly Failure[]) => mine === turn.current && setFound({ list, isOld: false })
    setFound(({ list }) => ({ list, isOld: true }))
    // when it cannot be checked, publishing checks
    void request<{ list: Failure[] }>(check, { documents: [`${kind}:${id}`] }).then(
      ({ list }) => settle(list),
      () => settle([]),
    )
  }, [check, kind, id, hash, saves])
  return { list: found.list, isOld: found.list.length > 0 && (found.isOld || state !== 'saved') }
}
