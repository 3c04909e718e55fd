/** Freezes the present state of a competition and sends it to the first stage of approval. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { localName } from '../account/grants/identityOptions.ts'
import { takeSnapshot } from '../audit/snapshot.ts'
import { readStanding } from '../audit/standing.ts'
import { setCompetitionState } from '../audit/submission.ts'
import { submitForApproval } from '../audit/submitForApproval.ts'

const INFO_FORM = 'competitionInfo.info'

export default defineHandler('competitionInfo.submitForApproval', async ({ competitionId, note }, context) => {
  const standing = await readStanding(competitionId, context)
  if (standing.state === 'banned') return context.fail('AUDIT_BANNED')
  if (!standing.demanded) return context.fail('AUDIT_NOT_DEMANDED')
  if (standing.state === 'waiting') return context.fail('AUDIT_WAITING')
  const missing = await missingInformation(competitionId, context)
  if (missing.length > 0) return context.fail('AUDIT_INFO', { fields: missing.join(context.lang === 'zh' ? '、' : ', ') })
  const { organisationId, rule, chain } = standing
  const snapshot = await takeSnapshot(competitionId, context)
  const submitted = { competitionId, organisationId, subject: 'competition' as const, rule, chain, note: note ?? null, snapshot }
  const { id, number } = await submitForApproval(submitted, context)
  await setCompetitionState(competitionId, 'waiting', context)
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
