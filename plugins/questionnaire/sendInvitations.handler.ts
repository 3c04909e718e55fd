/** The job behind invitations: puts the personal link into the inbox of everyone who waits for it. All in one transaction under a lock: a job that is
 *  tried again sends to no one twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pathOf, personalToken } from './links.ts'
import { type Questionnaire, TABLE } from './questionnaire.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'questionnaire.sendInvitations': { id: string }
  }
}

const WORDS = { anonymous: 'questionnaire.invitedAnonymously', named: 'questionnaire.invited' } as const

export default defineHandler('questionnaire.sendInvitations', async ({ id }, context) => {
  const { db, now, site } = context
  await context.lock('questionnaireInvitations', id)
  const row = await db.selectFrom(TABLE).selectAll().where('id', '=', id).where('state', '=', 'open').executeTakeFirst()
  if (!row) return { total: 0 }
  const questionnaire = { ...(row as Questionnaire), id }
  const waiting = await db
    .selectFrom('questionnaire_invitation as i')
    .innerJoin('account_user as u', 'u.id', 'i.userId')
    .select(['i.id', 'i.userId', 'u.name'])
    .where('i.questionnaireId', '=', id)
    .where('i.sentAt', 'is', null)
    .orderBy('i.id')
    .execute()
  const { title } = questionnaire
  for (const [at, invitation] of waiting.entries()) {
    const userId = invitation.userId
    const token = await personalToken(questionnaire, { id: invitation.id, userId }, context)
    const address = `${site}${pathOf(id, token)}`
    await context.messages.send(
      WORDS[questionnaire.mode],
      { userId },
      { name: invitation.name, titleZh: title.zh, titleEn: title.en, address },
    )
    await context.jobs.progress({ done: (at + 1) / waiting.length })
  }
  const set = { sentAt: now.toISOString() }
  await context.rows.saveWhere('questionnaire.invitation', { questionnaireId: id, sentAt: null }, set)
  return { total: waiting.length }
})
