/** Server-sent events read through `fetch`, because `EventSource` cannot send a bearer token. Reconnects with growing pauses until cancelled. */
import { isAborted } from './CallError.ts'
import { requestStream } from './http.ts'
import { pauseFor } from './pauseFor.ts'

export interface StreamEvent {
  event: string
  data: string
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Listens to a raw call that answers events.
 * @param onEvent  answers true when no more events are wanted
 * @returns        ends the listening
 */
export function listen(callId: string, input: Record<string, unknown>, onEvent: (event: StreamEvent) => boolean): () => void {
  const controller = new AbortController()
  void keepListening(callId, input, onEvent, controller)
  return () => controller.abort()
}

async function keepListening(
  callId: string,
  input: Record<string, unknown>,
  onEvent: (event: StreamEvent) => boolean,
  controller: AbortController,
): Promise<void> {
  let pause = FIRST_PAUSE_MS
  while (!controller.signal.aborted) {
    try {
      const stream = await requestStream(callId, input, { signal: controller.signal, withoutSession: true })
      pause = FIRST_PAUSE_MS
      if (await readEvents(stream, onEvent)) return
    } catch (error) {
      if (isAborted(error)) return
    }
    await pauseFor(pause, controller.signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Reads events until the stream ends. Answers true when the listener wants no more. */
export async function readEvents(stream: ReadableStream<Uint8Array>, onEvent: (event: StreamEvent) => boolean): Promise<boolean> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return false
    buffer += decoder.decode(value, { stream: true })
    const blocks = buffer.split(/\r?\n\r?\n/)
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event && onEvent(event) === true) {
        await reader.cancel()
        return true
      }
    }
  }
}

function parseEvent(block: string): StreamEvent | null {
  const event: StreamEvent = { event: 'message', data: '' }
  const lines: string[] = []
  for (const line of block.split(/\r?\n/)) {
    if (line.startsWith('event:')) event.event = line.slice(6).trim()
    else if (line.startsWith('data:')) lines.push(line.slice(5).replace(/^ /, ''))
  }
  event.data = lines.join('\n')
  return lines.length || event.event !== 'message' ? event : null
}
