/** Experts that may be put into a group: each person once, by name; at most 50, or those with given ids. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { expertChoices } from './expertChoices.ts'
import { expertGrants } from './expertGrants.ts'

export default defineHandler('account.expertOptions', (input, context) =>
  expertChoices(expertGrants(context, 'manageExpertGroup').where('u.state', '=', 'active'), input, context),
)
