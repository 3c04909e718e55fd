/** A webhook of a questionnaire, or of the sign-ups of a competition. */
import { defineHandler, type HandlerContext, type WebhookSender } from '../../runtime/core/contracts.ts'

const MAX = 10

export default defineHandler('webhook.create', async ({ url, events, questionnaireId, competitionId }, context) => {
  const { fail, session } = context
  if (!context.documents.service<WebhookSender>('webhook.sender')?.takes(url.trim())) fail('WEBHOOK_ADDRESS')
  const place = questionnaireId ? await ofQuestionnaire(questionnaireId, context) : await ofCompetition(competitionId, context)
  await context.lock('webhooks', questionnaireId ?? `competition ${competitionId}`)
  await assertRoom(place, context)
  return {
    id: await context.rows.create('webhook.endpoint', {
      ...place,
      userId: session.userId!,
      url: url.trim(),
      events: [...new Set(events)],
    }),
  }
})

interface Place {
  questionnaireId: string | null
  competitionId: string | null
  organisationId: string | null
}

/** @throws NOT_FOUND, WEBHOOK_ANONYMOUS */
async function ofQuestionnaire(id: string, context: HandlerContext): Promise<Place> {
  await context.call('questionnaire.manage', { id })
  const { mode, competitionId, organisationId } = await context.rows.get('questionnaire.questionnaire', id)
  // the moment of a request would tell who of the people around has just responded
  if (mode === 'anonymous') context.fail('WEBHOOK_ANONYMOUS')
  return { questionnaireId: id, competitionId, organisationId }
}

async function ofCompetition(id: string | undefined, { db, fail }: HandlerContext): Promise<Place> {
  const row = id && (await db.selectFrom('competition_competition').select('organisationId').where('id', '=', id).executeTakeFirst())
  return row
    ? { questionnaireId: null, competitionId: id, organisationId: row.organisationId }
    : fail('NOT_FOUND', { entity: 'competition.competition', id })
}

/** @throws WEBHOOKS_MANY */
async function assertRoom({ questionnaireId, competitionId }: Place, { db, fail }: HandlerContext): Promise<void> {
  const query = db.selectFrom('webhook_endpoint').select('id').limit(MAX)
  const rows = await (questionnaireId === null
    ? query.where('competitionId', '=', competitionId).where('questionnaireId', 'is', null)
    : query.where('questionnaireId', '=', questionnaireId)
  ).execute()
  if (rows.length >= MAX) fail('WEBHOOKS_MANY', { most: MAX })
}
