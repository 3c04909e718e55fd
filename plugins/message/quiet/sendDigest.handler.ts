/** At the time of a digest: one email about the notices of its topics that came since the last one and were not read. Without any, none is sent. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { knownTemplate, wordsFor } from '../../../runtime/core/knownNames.ts'
import { nextDigest } from './nextDigest.ts'
import { zoneOf } from './zoneOf.ts'

interface Due {
  row: { id: string }
}

/** Notices that one email names. */
const MAX = 50

export default defineHandler<'message.sendDigest', Due, null>('message.sendDigest', async ({ row: { id } }, context) => {
  const { rows, now, messages } = context
  const digest = await rows.get('message.digest', id)
  const { userId, rhythm } = digest
  const topics = (await rows.all('message.rhythm', { userId, rhythm })).map(({ topic }) => topic as string)
  if (topics.length === 0) {
    await rows.remove('message.digest', { id })
    return null
  }
  const subjects = await noticesOf({ userId, since: digest.since, topics }, context)
  if (subjects.length > 0) {
    const [zh, en] = (['zh', 'en'] as const).map((lang) => subjects.map((subject) => `· ${subject[lang]}`).join('\n')) as [string, string]
    await messages.send('message.digest', { userId }, { count: subjects.length, lines: { zh, en } })
  }
  const nextAt = nextDigest(rhythm, now, await zoneOf(userId, context)).toISOString()
  await rows.save('message.digest', { id }, { since: now.toISOString(), nextAt })
  return null
})

async function noticesOf(
  { userId, since, topics }: { userId: string; since: string; topics: readonly string[] },
  { db, platform, messages }: HandlerContext,
) {
  const named = [...platform.documents.template.values()].filter(({ topic }) => topic !== undefined && topics.includes(topic))
  if (named.length === 0) return []
  const found = await db
    .selectFrom('platform_outbox')
    .select(['template', 'variables'])
    .where('channel', '=', 'message')
    .where('userId', '=', userId)
    .where(
      'template',
      'in',
      named.map(({ id }) => id),
    )
    .where('createdAt', '>', since)
    .where('readAt', 'is', null)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .limit(MAX)
    .execute()
  return found.map(({ template: sent, variables }) => {
    const template = knownTemplate(sent, platform)
    return messages.renderTemplate(template, wordsFor(template, variables as Record<string, unknown>, platform)).subject
  })
}
