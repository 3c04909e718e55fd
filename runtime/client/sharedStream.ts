/** One event stream for all tabs of this site: HTTP/1.1 gives a browser six connections to a host, and a stream holds one for as long as a tab is
 *  open. The tab that has the lock listens and tells the others; when it closes, another takes over, and everyone is notified that something may have
 *  been missed. Without locks (pages not served by HTTPS) each tab listens for itself while it is looked at. */
import { listen, type StreamEvent } from './eventStream.ts'

/** Called when another tab takes over. */
export const GAP: StreamEvent = { event: 'gap', data: '' }

/** Listens to a call that answers the same events to every tab. Answers the remover. */
export function listenTogether(callId: string, onEvent: (event: StreamEvent) => void): () => void {
  return canShare() ? listenOnce(callId, onEvent) : listenWhileVisible(callId, onEvent)
}

function canShare(): boolean {
  return typeof navigator !== 'undefined' && navigator.locks !== undefined && typeof BroadcastChannel !== 'undefined'
}

function listenOnce(callId: string, onEvent: (event: StreamEvent) => void): () => void {
  const name = `agon.stream ${callId}`
  const channel = new BroadcastChannel(name)
  const controller = new AbortController()
  channel.onmessage = ({ data }: MessageEvent<StreamEvent>) => onEvent(data)
  const tell = (event: StreamEvent): false => {
    channel.postMessage(event)
    onEvent(event)
    return false
  }
  const hold = async (takenOver: boolean): Promise<void> => {
    if (takenOver) tell(GAP)
    const stop = listen(callId, {}, tell)
    await aborted(controller.signal)
    stop()
  }
  void takeLock(name, controller.signal, hold)
  return () => {
    controller.abort()
    channel.close()
  }
}

async function takeLock(name: string, signal: AbortSignal, hold: (takenOver: boolean) => Promise<void>): Promise<void> {
  const taken = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false)
    return lock !== null
  })
  if (!taken) await navigator.locks.request(name, { signal }, () => hold(true)).catch(() => {})
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function listenWhileVisible(callId: string, onEvent: (event: StreamEvent) => void): () => void {
  let stop: (() => void) | null = null
  let wasHidden = false
  const follow = (): void => {
    if (document.visibilityState === 'hidden') {
      stop?.()
      stop = null
      wasHidden = true
      return
    }
    stop ??= listen(callId, {}, (event) => {
      onEvent(event)
      return false
    })
    if (wasHidden) onEvent(GAP)
    wasHidden = false
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop?.()
  }
}
