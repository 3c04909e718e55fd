/** Sends server-sent events: to open pages when documents changed, to people when their own data changed or a job of theirs moved on. Pages then ask for the new data themselves. */
import { defineHandler } from '../../core/contracts.ts'
import { ownJobsTopic, personTopic } from '../notices/personTopic.ts'
import { PLATFORM_TOPIC } from '../screens/platformTopic.ts'
import { sendEvents } from '../wire/sendEvents.ts'

export default defineHandler('platform.changes', (_input, context) => {
  const { messages, session } = context
  sendEvents(context, async (send, signal) => {
    const documents = async () => {
      for await (const hash of messages.subscribe(PLATFORM_TOPIC, signal)) send('platform', { hash })
    }
    const each = async (event: string, topic: string) => {
      for await (const _ of messages.subscribe(topic, signal)) send(event, {})
    }
    const { userId } = session
    const own = userId === null ? [] : [each('person', personTopic(userId)), each('job', ownJobsTopic(userId))]
    await Promise.all([documents(), ...own])
  })
})
