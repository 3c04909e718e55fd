import { useEffect, useRef, useState } from 'react'
import type { FormSession } from './FormSession.ts'

export interface RowEdit {
  /** One per row, in order; stable for the life of the row. */
  keys: readonly number[]
  canAdd: boolean
  canRemove: boolean
  add(): void
  remove(at: number): void
  move(from: number, to: number): void
  /** A copy below the row. */
  copy(at: number): void
  /** Index of the row removed last, while the removal can be undone. */
  removedAt: number | null
  undo(): void
}

type Rows = Record<string, unknown>[]

interface RowBounds {
  min: number
  max: number
  /** What a row begins with. */
  newRow(): Rows[number]
}

/** Rows of a repeat group as React state: keys that stay with a row when it moves, and the edits. @param bounds least and most rows */
export function useRows(session: FormSession, path: string, bounds: RowBounds): RowEdit {
  const next = useRef(0)
  const fresh = (count: number) => Array.from({ length: count }, () => next.current++)
  const [keys, setKeys] = useState<readonly number[]>(() => fresh(session.engine.rowCount(path)))
  const [removed, setRemoved] = useState<{ at: number; row: Rows[number] } | null>(null)
  const current = useRef(keys)
  const put = (rows: Rows, newKeys: readonly number[]) => {
    setRemoved(null)
    current.current = newKeys
    setKeys(newKeys)
    session.write(path, rows)
  }
  const rows = () => [
    ...((session.engine.value(path) as Rows | undefined) ?? Array.from({ length: session.engine.rowCount(path) }, () => ({}))),
  ]
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once per form and path
  useEffect(() => {
    const follow = () => {
      const count = session.engine.rowCount(path)
      if (count === current.current.length) return
      current.current = fresh(count)
      setKeys(current.current)
    }
    const stop = session.answer(path).subscribe(follow)
    follow()
    if (current.current.length < bounds.min)
      put([...rows(), ...fresh(bounds.min - current.current.length).map(() => bounds.newRow())], fresh(bounds.min))
    return stop
  }, [session, path])
  const swap = <T>(list: readonly T[], from: number, to: number): T[] => {
    const moved = [...list]
    moved.splice(to, 0, ...moved.splice(from, 1))
    return moved
  }
  return {
    keys,
    canAdd: keys.length < bounds.max,
    canRemove: keys.length > bounds.min,
    add: () => put([...rows(), bounds.newRow()], [...keys, ...fresh(1)]),
    remove: (at) => {
      const row = rows()[at] ?? {}
      put(rows().toSpliced(at, 1), keys.toSpliced(at, 1))
      setRemoved({ at, row })
    },
    removedAt: removed && keys.length < bounds.max ? removed.at : null,
    undo: () => removed && put(rows().toSpliced(removed.at, 0, removed.row), keys.toSpliced(removed.at, 0, ...fresh(1))),
    move: (from, to) => put(swap(rows(), from, to), swap(keys, from, to)),
    copy: (at) => put(rows().toSpliced(at + 1, 0, structuredClone(rows()[at] ?? {})), keys.toSpliced(at + 1, 0, ...fresh(1))),
  }
}
