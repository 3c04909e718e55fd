/** Keeps the answers of a registration as someone saw them, so that later changes can be shown. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'

type Seen = Pick<Row<'signup_registration'>, 'id' | 'competitionId' | 'organisationId' | 'userId' | 'formHash' | 'answers'>

/** @param reviewerId  null: as it was sent back, or before it was corrected */
export async function keepLook({ id, userId, ...row }: Seen, reviewerId: string | null, { rows, now }: HandlerContext): Promise<void> {
  const { competitionId, organisationId, formHash, answers } = row
  const seen = { formHash, answers: answers as Record<string, unknown>, lookedAt: now.toISOString() }
  const known = await rows.find('signup.look', { registrationId: id, reviewerId }, { lock: true })
  if (known) return rows.save('signup.look', known, seen)
  await rows.create('signup.look', { registrationId: id, competitionId, organisationId, reviewerId, personId: userId, ...seen })
}
