/** Asks a screen again when a job that the person ordered has written something, or has ended: no figure stays as it was before one's own action, also when
 *  the server does the work later. */
import { onOwn } from './liveSources.ts'
import { markOrder, noteServerContact } from './requestOrder.ts'
import type { Screen } from './screen.ts'
import { isAnythingUnsent } from './unsent.ts'

/** At most one refresh in this time, however many jobs move on. */
const PAUSE_MS = 2_000

/** Answers the remover. What is being typed is not disturbed: the screen waits until it is sent or left. */
export function refreshAfterOwnJobs(screen: Pick<Screen, 'refresh'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  const refresh = () => {
    timer = undefined
    if (!isDue) return
    timer = setTimeout(refresh, PAUSE_MS)
    if (document.visibilityState === 'hidden' || isAnythingUnsent()) return
    isDue = false
    noteServerContact()
    void screen.refresh('all', markOrder())
  }
  const remove = onOwn('job', () => {
    isDue = true
    if (timer === undefined) refresh()
  })
  return () => {
    remove()
    clearTimeout(timer)
  }
}
