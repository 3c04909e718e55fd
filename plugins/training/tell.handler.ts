/** Job: sends one message about a course to everyone who has a place in it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { timeText } from '../pay/orders/words.ts'
import { readCourse } from './course.ts'
import { courseWords } from './courseWords.ts'

interface Input {
  id: string
  template: string
  /** Of a message about one session. */
  sessionId?: string
}

export default defineHandler('training.tell', async (input, context) => {
  const { id, template, sessionId } = input as unknown as Input
  const { db } = context
  const course = await readCourse(id, context)
  const session = sessionId
    ? await db.selectFrom('training_session').select(['title', 'startsAt']).where('id', '=', sessionId).executeTakeFirst()
    : undefined
  const named = session ? { sessionZh: session.title.zh, sessionEn: session.title.en, at: timeText(session.startsAt, context) } : {}
  const people = await db
    .selectFrom('training_enrolment')
    .select('userId')
    .where('courseId', '=', id)
    .where('state', '=', 'enrolled')
    .execute()
  for (const { userId } of people) await context.messages.send(template, { userId }, { ...courseWords(course, context), ...named })
  return { sent: people.length }
})
