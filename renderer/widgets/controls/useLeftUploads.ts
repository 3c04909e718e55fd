import { useEffect, useState } from 'react'
import { askLeft, type LeftUpload, leftUploads, withholdUpload } from './partUploads.ts'

interface LeftUploads {
  left: readonly LeftUpload[]
  discard(keys: readonly string[]): void
}

/** Uploads that a window before this one has begun at a place: the same file, chosen again, continues them. */
export function useLeftUploads(place: string): LeftUploads {
  const [left, setLeft] = useState<readonly LeftUpload[]>(() => leftUploads(place))
  useEffect(() => {
    const show = (key: string, done: number | null) =>
      setLeft((now) =>
        done === null ? now.filter((each) => each.key !== key) : now.map((each) => (each.key === key ? { ...each, done } : each)),
      )
    // without a network it stays as it is
    for (const { key } of leftUploads(place))
      askLeft(key)
        .then((done) => show(key, done))
        .catch(() => {})
  }, [place])
  return {
    left,
    discard(keys) {
      for (const key of keys) withholdUpload(key)
      setLeft((now) => now.filter(({ key }) => !keys.includes(key)))
    },
  }
}
