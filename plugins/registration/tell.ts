/** Messages about a team to one person, and to all of its members. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { activeMembers, type Team } from './team.ts'

type Template =
  | 'team.applied'
  | 'team.approved'
  | 'team.refused'
  | 'team.invited'
  | 'team.accepted'
  | 'team.declined'
  | 'team.complete'
  | 'team.left'
  | 'team.removed'
  | 'team.handedOver'
  | 'team.disbanded'
  | 'team.reopened'
  | 'team.restored'
  | 'signup.suspended'
  | 'signup.approved'
  | 'signup.left'

/** The receiver is not, or no longer, in the team: its page is not theirs. */
const OUTSIDE: readonly Template[] = ['team.refused', 'team.invited', 'team.removed', 'team.disbanded']

/** @param facts  further variables of the template */
export async function tell(
  userId: string | null,
  template: Template,
  team: Team,
  context: HandlerContext,
  facts: Record<string, string> = {},
): Promise<void> {
  if (userId === null) return
  const page = OUTSIDE.includes(template) ? '/personalCenter' : `/personalCenter/team/${team.id}`
  await context.messages.send(template, { userId }, { name: team.displayName, page, ...facts })
}

/** All members but the captain, whom the flow notifies. */
export async function tellMembers(
  template: Template,
  team: Team,
  context: HandlerContext,
  facts: Record<string, string> = {},
): Promise<void> {
  for (const { userId } of await activeMembers(team, context))
    if (userId !== team.userId) await tell(userId, template, team, context, facts)
}
