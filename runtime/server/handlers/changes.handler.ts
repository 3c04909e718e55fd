/** Tells open pages that documents changed, as server-sent events. */
import { defineHandler } from '../../core/contracts.ts'
import { PLATFORM_TOPIC } from '../screens/platform-topic.ts'
import { EVENT_STREAM_HEADERS, eventStream } from '../wire/event-stream.ts'

export default defineHandler('platform.changes', (_input, { follow, reply }) => {
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) reply.header(name, value)
  reply.stream(
    eventStream(async (send, signal) => {
      for await (const hash of follow(PLATFORM_TOPIC, signal)) send('platform', { hash })
    }),
  )
})
