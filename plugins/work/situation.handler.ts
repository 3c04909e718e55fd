/** The rules for works as they apply to one registration, for its owner and the members of the team. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus, type WorkNext } from '../generated/enums.ts'
import { countWorks, type Entrant, seenEntrant, workDraftKey } from './registration.ts'
import { type WorkRules, workRules } from './workRules.ts'

export default defineHandler('work.situation', async ({ registrationId }, context) => {
  const entrant = await seenEntrant(registrationId, context)
  const rules = await workRules(entrant.competitionId, context)
  const used = await countWorks(entrant.id, context)
  const { displayName, event, status } = entrant
  const next = nextOfWorks(rules, entrant, used)
  return { ...rules, registrationId: entrant.id, displayName, event, status, used, next, draftKey: workDraftKey(entrant.id) }
})

/** The order of these checks is the rule: first the place, then the window, then the form. The first that fails ends them. */
export function nextOfWorks(rules: WorkRules, { status, mine }: Pick<Entrant, 'status' | 'mine'>, used: number): WorkNext {
  if (status !== signupStatus.registered) return 'notRegistered'
  if (rules.worksStart === null || rules.now < rules.worksStart) return 'notStarted'
  if (!rules.isOpen) return 'closed'
  if (!mine) return 'captain'
  if (used >= rules.limit) return 'limit'
  return rules.formHash === null ? 'noForm' : 'submit'
}
