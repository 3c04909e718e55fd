/** Every hour: public competitions that are no longer what was approved. Tells the organiser and who approved last, once; what was changed back is
 *  approved again. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { addEntry } from './addEntry.ts'
import { auditorsOf } from './auditors.ts'
import { listNames } from './snapshot.ts'
import { readStanding, type Standing } from './standing.ts'
import { organiserOf, readSteps, type Submission, setCompetitionState } from './submission.ts'
import { tell } from './tell.ts'

export default defineHandler('audit.watch', async (_input, context) => {
  const rows = await context.db
    .selectFrom('competition_competition')
    .select(['id', 'auditState'])
    .where('published', '=', true)
    .where('auditState', 'in', ['approved', 'changed'])
    .where('competitionEnd', '>', context.now.toISOString())
    .orderBy('id')
    .execute()
  for (const { id, auditState } of rows) {
    const standing = await readStanding(String(id), context)
    if (standing.state === auditState || !standing.last) continue
    await setCompetitionState(standing.competitionId, standing.state, context)
    if (standing.state === 'changed') await tellChanged(standing, standing.last, context)
  }
})

async function tellChanged({ competitionId, organisationId, changed }: Standing, last: Submission, context: HandlerContext): Promise<void> {
  const top = (await readSteps(last.id, context)).at(-1)
  const facts = { competitionId, submissionId: last.id, number: last.number, organisationId }
  await addEntry(context, { ...facts, action: 'changed', reason: listNames(changed).zh })
  const people = [...(top ? await auditorsOf(top.organisationId, context) : []), ...organiserOf(last)]
  await tell(context, 'audit.changedAfter', people, { competitionId, fields: listNames(changed).zh })
}
