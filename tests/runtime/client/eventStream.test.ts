import { expect, it } from 'vitest'
import { readEvents, type StreamEvent } from '../../../runtime/client/eventStream.ts'

function streamOf(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
}

it('puts events together that arrive in pieces, and skips comments', async () => {
  const heard: StreamEvent[] = []
  const ended = await readEvents(streamOf(': hello\n\nevent: pro', 'gress\ndata: {"done":', '0.5}\n\ndata: a\ndata: b\n\n'), (event) => {
    heard.push(event)
    return false
  })
  expect(ended).toBe(false)
  expect(heard).toEqual([
    { event: 'progress', data: '{"done":0.5}' },
    { event: 'message', data: 'a\nb' },
  ])
})
it('stops reading when the listener wants no more', async () => {
  let count = 0
  const ended = await readEvents(streamOf('data: 1\n\ndata: 2\n\n'), () => {
    count += 1
    return true
  })
  expect([ended, count]).toEqual([true, 1])
})
