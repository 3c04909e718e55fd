/** The texts of a work, the latest first, each with the rounds that judge it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { judgingRounds } from './judging.ts'
import { seenWork } from './seenWork.ts'

export default defineHandler('work.versions', async ({ id }, context) => {
  const { db } = context
  await seenWork(id, context)
  const work = await context.rows.get('work.work', id)
  const { isTaken, rounds } = await judgingRounds(work, context)
  const versions = await db
    .selectFrom('work_version')
    .select(['id', 'revision', 'title', 'submittedAt'])
    .where('workId', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  const earlier = versions.filter(({ revision }) => revision < work.revision)
  const isEarlier = (versionId: string | undefined) => earlier.some((version) => version.id === versionId)
  const titles = (of: typeof rounds) => of.map((round) => ({ id: round.id, title: round.title }))
  return {
    id,
    judged: isTaken,
    released: work.releasedAt !== null,
    changed: rounds.some(({ versionId }) => isEarlier(versionId)),
    list: [
      {
        ...{ versionId: null, revision: work.revision, title: work.title },
        submittedAt: new Date(work.revisedAt ?? work.submittedAt).toISOString(),
        rounds: titles(rounds.filter(({ versionId }) => !isEarlier(versionId))),
      },
      ...earlier.map(({ id: versionId, revision, title, submittedAt }) => ({
        ...{ versionId, revision, title, submittedAt: new Date(submittedAt).toISOString() },
        rounds: titles(rounds.filter((round) => round.versionId === versionId)),
      })),
    ],
  }
})
