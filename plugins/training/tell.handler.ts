/** Job: sends one message about a course to everyone who has a place in it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wordsFor } from '../../runtime/core/knownNames.ts'
import { timeText } from '../pay/orders/words.ts'
import { readCourse } from './course.ts'
import { courseWords } from './courseWords.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'training.tell': {
      id: string
      template: 'training.changed' | 'training.reminder' | 'training.finished'
      /** Of a message about one session. */
      sessionId?: string
    }
  }
}

export default defineHandler('training.tell', async ({ id, template, sessionId }, context) => {
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
  const words = wordsFor(template, { ...courseWords(course, context), ...named }, context.platform)
  for (const { userId } of people) await context.messages.send(template, { userId }, words)
  return { sent: people.length }
})
