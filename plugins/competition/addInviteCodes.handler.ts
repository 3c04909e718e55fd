/** Makes invite codes: eight signs that nobody takes for another. */
import { randomInt } from 'node:crypto'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCompetition } from './competition.ts'

interface Input {
  competitionId: string
  count: number
  uses: number
  note?: string
}

const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8

export default defineHandler<Input>('competition.addInviteCodes', async ({ competitionId, count, uses, note = null }, context) => {
  const { organisationId } = await lockCompetition(context, competitionId)
  const codes = Array.from({ length: count }, randomCode)
  for (const code of codes) {
    const values = { competitionId, organisationId, code, uses, note }
    const { id } = await context.db.insertInto('competition_inviteCode').values(values).returning('id').executeTakeFirstOrThrow()
    await context.record({ entity: 'competition.inviteCode', rowId: String(id), before: null, after: values })
  }
  return { codes }
})

function randomCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}
