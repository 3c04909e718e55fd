import { useCallback, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { CallError } from '../../runtime/client/CallError.ts'
import { network } from '../../runtime/client/offline/replies.ts'
import { beginWaiting, endWaiting, waiting, waitingOf } from '../../runtime/client/offline/waiting.ts'
import { session as person } from '../../runtime/client/session.ts'
import { translate } from '../../runtime/client/texts.ts'
import { showToast } from '../../runtime/client/toasts.ts'
import { canonicalJson } from '../../runtime/core/documents/contentHash.ts'
import { sha256 } from '../../runtime/core/documents/sha256.ts'
import { useOnline } from '../useOnline.ts'
import { timeText } from './DraftNotices.tsx'
import type { DraftKeeper } from './drafts.ts'
import type { FormSession } from './FormSession.ts'

export interface WaitingSubmit {
  isWaiting: boolean
  /** Whether a failed submit waits from now on. */
  takes(error: unknown): boolean
  /** The server has answered. @param isDone it took the answers */
  end(isDone: boolean): void
}

/** Networks that are there without leading anywhere tell no one when they begin to. */
const AGAIN_MS = 20_000

/** A submit that found no network waits on this device. It goes when the network is back and the form is open, unless the answers have changed meanwhile. */
export function useWaitingSubmit(session: FormSession, drafts: DraftKeeper | null, send: () => Promise<void>): WaitingSubmit {
  useSnapshot(waiting)
  const online = useOnline()
  const name = drafts?.name ?? ''
  const isWaiting = name !== '' && waitingOf(name) !== null
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (!isWaiting) return
    const go = (): void => {
      if (navigator.onLine) void inOneTab(name, () => sendWaiting(name, session, latest.current))
    }
    if (online) go()
    const timer = setInterval(go, AGAIN_MS)
    const remove = session.onChange(() => {
      if (waitingOf(name)?.sum !== sumOf(session)) endWaiting(name)
    })
    return () => {
      clearInterval(timer)
      remove()
    }
  }, [isWaiting, online, name, session])
  const takes = useCallback(
    (error: unknown) => {
      if (name === '' || !mayWait(error)) return false
      beginWaiting(name, sumOf(session))
      return true
    },
    [name, session],
  )
  const end = useCallback(
    (isDone: boolean) => {
      const waited = name === '' ? null : waitingOf(name)
      if (!waited) return
      endWaiting(name)
      if (isDone) showToast('success', translate('form.waiting.sent', { title: waited.title, time: timeText(waited.at) }))
    },
    [name],
  )
  return { isWaiting, takes, end }
}

/** What was sent once is known by its key to a server that knows the person; of a visitor only what has never left is sent again. */
function mayWait(error: unknown): boolean {
  return (
    error instanceof CallError && error.code === 'NETWORK_FAILED' && (person.facts.userId !== null || !navigator.onLine || network.isLost)
  )
}

async function sendWaiting(name: string, session: FormSession, send: () => Promise<void>): Promise<void> {
  // another tab may have sent it
  const waited = waitingOf(name)
  if (!waited) return
  if (waited.sum === sumOf(session)) await send()
  else endWaiting(name)
}

async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  if (!locks) return work()
  await locks.request(`agon.waiting.${name}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

function sumOf(session: FormSession): string {
  return sha256(canonicalJson(session.submission()))
}
