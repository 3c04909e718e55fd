import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../form/contract.ts'
import { createUploads, type Upload, type UploadedFile, type Uploads } from './uploads.ts'

interface UploadsOptions {
  answer: Answer
  purpose: string
  /** Where uploads of a window before are offered. */
  place?: string
  onDone(file: UploadedFile): void
  /** Something is chosen that has yet to be sent. */
  isOpen?: boolean
}

/** The uploads of one control: they end with it, and a submit waits for them, or stops at those that failed. */
export function useUploads({ answer, purpose, place, onDone, isOpen = false }: UploadsOptions): {
  running: readonly Upload[]
  uploads: Uploads
} {
  const [running, setRunning] = useState<readonly Upload[]>([])
  const latest = useRef(onDone)
  latest.current = onDone
  const [uploads] = useState(() =>
    createUploads({ purpose, place: place ?? null, onChange: setRunning, onDone: (file) => latest.current(file) }),
  )
  useEffect(() => uploads.stop, [uploads])
  const isStuck = isOpen || running.some(({ state }) => state === 'failed' || state === 'paused')
  const held = running.some(({ state }) => state === 'waiting' || state === 'running') ? 'busy' : isStuck ? 'failed' : null
  useEffect(() => answer.hold(held), [answer, held])
  useEffect(() => () => answer.hold(null), [answer])
  return { running, uploads }
}
