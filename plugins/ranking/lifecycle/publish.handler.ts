/** Publishes the working version, or sends it to the organisations that approve; or unpublishes a list. Of two calls at the same time the second changes
 *  nothing. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { chainOf, ruleOf } from '../../audit/chain.ts'
import { submitForApproval } from '../../audit/submitForApproval.ts'
import { isoOf } from '../../competition/times.ts'
import { assertState, heldList, type RankingList } from '../heldList.ts'
import { linesSnapshot } from '../submittedLines.ts'
import { assertSound } from './assertSound.ts'
import { mayRunShort } from './mayRunShort.ts'
import { finaliseVersion, publishVersion } from './publishing.ts'
import { writeVersion } from './versionFacts.ts'

export default defineHandler('ranking.publish', async ({ id, published, note = null, confirmed }, context) => {
  const list = await heldList(id, context)
  if (!published) await withdraw(list, context)
  else if (list.state !== 'published') await publish(list, { note, confirmed }, context)
  const { state, publishedVersion, publishedAt } = await heldList(id, context)
  return { id, state, published: publishedVersion !== null, publishedAt: isoOf(publishedAt) }
})

async function publish(
  list: RankingList,
  { note, confirmed }: { note: string | null; confirmed: string[] | undefined },
  context: HandlerContext,
): Promise<void> {
  assertState(list, mayRunShort(list) ? ['draft', 'final'] : ['final'], context)
  await assertSound(list, { confirmed }, context)
  if (list.state === 'draft') await finaliseVersion(list, null, context)
  if (!(await submit(list, note, context))) await publishVersion(list, context)
}

/** @returns false where no one approves rankings */
async function submit(list: RankingList, note: string | null, context: HandlerContext): Promise<boolean> {
  const { id: listId, competitionId } = list
  const { organisationId } = await context.rows.get('competition.competition', competitionId)
  const rule = await ruleOf(organisationId, context)
  const chain = rule.rankings ? await chainOf(organisationId, rule, context) : []
  if (chain.length === 0) return false
  await context.rows.transition('ranking.life', 'submit', listId)
  await writeVersion(list, { state: 'inAudit' }, context)
  const snapshot = await linesSnapshot(list, context)
  await submitForApproval({ competitionId, organisationId, subject: 'ranking', listId, rule, chain, note, snapshot }, context)
  return true
}

/** Unpublishes every version that was public; a working version stays as it is. */
async function withdraw(list: RankingList, context: HandlerContext): Promise<void> {
  if (list.publishedVersion === null) return
  if (list.state === 'published') {
    await context.rows.transition('ranking.life', 'withdraw', list.id)
    await writeVersion(list, { state: 'final' }, context)
  } else await context.rows.save('ranking.list', list, { publishedVersion: null, publishedAt: null })
}
