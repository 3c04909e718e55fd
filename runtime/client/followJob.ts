/** Follows a job on the server until it is done: by events, and by asking when events do not get through. */

import type { JobView } from '../core/wire.ts'
import { CallError } from './CallError.ts'
import { listen } from './eventStream.ts'
import { request } from './http.ts'
import { wantNewest } from './newestAnswers.ts'

const ASK_EVERY_MS = 2_000

/**
 * Waits for a job.
 * @param onProgress  called with every state heard, also the last
 * @param signal      ends the waiting, of which nothing more is heard; the job continues
 * @returns           the job's last state, `done`
 * @throws            CallError JOB_FAILED (or the job's own code) when it failed
 */
export function followJob(id: string, onProgress: (state: JobView) => void, signal?: AbortSignal): Promise<JobView> {
  return new Promise((resolve, reject) => {
    let settled = false
    const hear = (state: JobView): boolean => {
      if (settled) return true
      onProgress(state)
      if (state.state !== 'done' && state.state !== 'failed') return false
      settled = true
      stop()
      wantNewest()
      if (state.state === 'done') resolve(state)
      else reject(new CallError(state.error ?? 'JOB_FAILED', { details: { job: id } }))
      return true
    }
    const stopListening = listen('platform.job.events', { id }, (event) => hear(JSON.parse(event.data) as JobView))
    const asking = setInterval(() => {
      request<JobView>('platform.job', { id }).then(hear, () => {})
    }, ASK_EVERY_MS)
    signal?.addEventListener('abort', () => {
      settled = true
      stop()
    })
    function stop(): void {
      stopListening()
      clearInterval(asking)
    }
  })
}
