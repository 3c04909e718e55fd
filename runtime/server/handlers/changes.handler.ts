/** Sends server-sent events: to open pages when documents changed, to people when their own data changed. Pages then ask for the new data themselves. */
import { defineHandler } from '../../core/contracts.ts'
import { personTopic } from '../notices/personTopic.ts'
import { PLATFORM_TOPIC } from '../screens/platformTopic.ts'
import { sendEvents } from '../wire/sendEvents.ts'

export default defineHandler('platform.changes', (_input, context) => {
  const { messages, session } = context
  sendEvents(context, async (send, signal) => {
    const documents = async () => {
      for await (const hash of messages.follow(PLATFORM_TOPIC, signal)) send('platform', { hash })
    }
    const own = async (userId: string) => {
      for await (const _ of messages.follow(personTopic(userId), signal)) send('person', {})
    }
    await Promise.all([documents(), ...(session.userId === null ? [] : [own(session.userId)])])
  })
})
