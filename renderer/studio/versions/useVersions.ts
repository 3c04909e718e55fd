import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../runtime/client/toasts.ts'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { useDesign } from '../useDesign.ts'

export interface Revision {
  revision: number
  state: 'draft' | 'published' | 'archived'
  authorName: string | null
  note: string | null
  createdAt: string
  publishedAt?: string | null
}

export interface Versions {
  /** Newest first; undefined while it is asked for. */
  list: readonly Revision[] | undefined
  failure: string
  /** Content of one; kept, as versions never change. */
  read(revision: number): Promise<FormDocument>
  reload(): Promise<void>
}

/** The versions of the form, loaded when a person opens them. */
export function useVersions(): Versions {
  const { node, ask } = useDesign()
  const [list, setList] = useState<readonly Revision[]>()
  const [failure, setFailure] = useState('')
  const contents = useRef(new Map<number, Promise<FormDocument>>())
  const { versions } = node
  const latest = useRef(ask)
  latest.current = ask
  const reload = useCallback(async () => {
    if (!versions) return setList([])
    try {
      setList((await latest.current<{ list: Revision[] }>(versions.list)).list)
      setFailure('')
    } catch (error) {
      setFailure(errorText(error))
    }
  }, [versions])
  useEffect(() => void reload(), [reload])
  return {
    list,
    failure,
    reload,
    read(revision) {
      const known =
        contents.current.get(revision) ??
        latest.current<{ content: FormDocument }>(versions!.one, { revision }).then(({ content }) => content)
      contents.current.set(revision, known)
      known.catch(() => contents.current.delete(revision))
      return known
    },
  }
}
