/** Freezes the present state of a competition and sends it to the first stage of approval. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { addEntry } from '../audit/addEntry.ts'
import { takeSnapshot } from '../audit/snapshot.ts'
import { readStanding, type Standing } from '../audit/standing.ts'
import { openLevel, readSteps, readSubmission, setCompetitionState } from '../audit/submission.ts'

const INFO_FORM = 'competitionInfo.info'

export default defineHandler('competitionInfo.submitAudit', async ({ competitionId, note }, context) => {
  const standing = await readStanding(competitionId, context)
  if (standing.state === 'banned') return context.fail('AUDIT_BANNED')
  if (!standing.demanded) return context.fail('AUDIT_NOT_DEMANDED')
  if (standing.state === 'waiting') return context.fail('AUDIT_WAITING')
  const missing = await missingInformation(competitionId, context)
  if (missing.length > 0) return context.fail('AUDIT_INFO', { fields: missing.join(context.lang === 'zh' ? '、' : ', ') })
  const id = await insertSubmission(standing, note ?? null, context)
  await setCompetitionState(competitionId, 'waiting', context)
  const number = (standing.last?.number ?? 0) + 1
  const { organisationId } = standing
  await addEntry(context, { competitionId, submissionId: id, number, action: 'submit', organisationId, reason: note ?? null })
  const [submission, [first]] = [(await readSubmission(id, context))!, await readSteps(id, context)]
  await openLevel(submission, first!, context)
  return { id, number, state: 'waiting' }
})

/** Names of required fields of the information that are empty. */
async function missingInformation(competitionId: string, { tables, platform, lang }: HandlerContext): Promise<string[]> {
  const { schema } = platform.get('form', INFO_FORM)
  const row = await tables.selectFrom('competitionInfo_info').selectAll().where('competitionId', '=', competitionId).executeTakeFirst()
  return (schema.required ?? [])
    .filter((name) => row?.[name] == null || row[name] === '')
    .map((name) => localName(schema.properties[name]?.title, lang) ?? name)
}

async function insertSubmission(
  { competitionId, organisationId, rule, chain, last }: Standing,
  note: string | null,
  context: HandlerContext,
) {
  const { db, session, record } = context
  const values = {
    competitionId,
    organisationId,
    number: (last?.number ?? 0) + 1,
    levels: chain.length,
    deadlineDays: rule.deadlineDays,
    onDeadline: rule.onDeadline,
    note,
    submitterId: session.userId,
  }
  const snapshot = await takeSnapshot(competitionId, context)
  const row = await db
    .insertInto('audit_submission')
    .values({ ...values, state: 'waiting', position: 1, snapshot })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = row.id
  for (const [index, auditor] of chain.entries())
    await db
      .insertInto('audit_step')
      .values({ submissionId: id, position: index + 1, organisationId: auditor, state: 'pending' })
      .execute()
  await record({ entity: 'audit.submission', rowId: id, before: null, after: values })
  return id
}
