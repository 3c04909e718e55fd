/** The contract of a work as PDF: the template that counts for its competition, with the parties filled in. For the authors of the work and for those who manage it;
 *  to everyone else the work does not exist. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { currentAgreement } from './currentAgreement.ts'
import { sendContract } from './sendContract.ts'

export default defineHandler('agreement.getContract', async ({ workId, language }, context) => {
  await assertParty(workId, context)
  const facts = await contractFacts(workId, context)
  const template = await currentAgreement('contract', { workId }, context.session.userId!, context)
  if (!template) return context.fail('CONTRACT_NONE')
  const lang = language ?? context.lang
  const licence = await currentAgreement('work', { workId }, facts.userId, context)
  const { organiser, competition, event, work, author, members, school } = facts
  const values = {
    ...{ organiser: organiser[lang], competition: competition[lang], event: event[lang], work, number: workId, author },
    members: members ?? author,
    school: school ?? '',
    submittedAt: dayOf(facts.submittedAt, context),
    date: dayOf(context.now, context),
    licence: licence?.acceptedAt ? `${licence.title[lang]} v${licence.number} (${dayOf(licence.acceptedAt, context)})` : '',
  }
  await sendContract({ template, values, lang, name: `${workId}-v${template.number}` }, context)
  return null
})

/** @throws NOT_FOUND */
async function assertParty(id: string, context: HandlerContext): Promise<void> {
  for (const view of ['work.own', 'work.manage'] as const) {
    try {
      await context.call(view, { id })
      return
    } catch (error) {
      if (!(error instanceof AgonError && ['NOT_FOUND', 'PERMISSION_DENIED'].includes(error.code))) throw error
    }
  }
  context.fail('NOT_FOUND', { entity: 'work.work', id })
}

interface Facts {
  userId: string
  organiser: LocalText
  competition: LocalText
  event: LocalText
  work: string
  author: string
  members: string | null
  school: string | null
  submittedAt: string
}
async function contractFacts(workId: string, { db }: HandlerContext): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT w."userId", o.name AS organiser, c.title AS competition, e.title AS event, w.title AS work, w."displayName" AS author, w.school, w."submittedAt",
      (SELECT string_agg(m.name, ', ' ORDER BY m.id) FROM team_member m WHERE m."registrationId" = w."registrationId" AND m.state = 'active') AS members
    FROM work_work w JOIN competition_competition c ON c.id = w."competitionId" JOIN organisation_organisation o ON o.id = w."organisationId"
      JOIN competition_event e ON e.id = w."eventId" WHERE w.id = ${workId}`.execute(db)
  return rows[0]!
}

function dayOf(moment: string | Date, { platform }: HandlerContext): string {
  return dayAt(new Date(moment), platform.app.timeZone)
}
