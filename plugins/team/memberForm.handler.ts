import { defineHandler } from '../../runtime/core/contracts.ts'
import { memberFormHash } from './memberForm.ts'

export default defineHandler('team.memberForm', async ({ competitionId }, context) => ({
  hash: await memberFormHash(competitionId, context),
}))
