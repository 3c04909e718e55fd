/** What someone may still do with a registration of their own, by the dates and settings of its competition. */
import type { ErrorCode, HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionFacts } from '../competition/competitionFacts.ts'
import { competitionSignupEdit, signupStatus, teamMemberMode } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'
import { countWorks } from '../work/registration.ts'

type Registration = Row<'signup_registration'>

const SUBMITTED: readonly number[] = [signupStatus.underReview, signupStatus.registered]
const HOLDS_PLACE: readonly number[] = [...SUBMITTED, signupStatus.sentBack, signupStatus.teamUnderReview]

export interface EditRule {
  /** Submitted, and sign-up is still open. */
  mayEdit: boolean
  /** The same, for a team whose members have accounts. */
  mayReopen: boolean
  /** When sign-up closes. */
  editUntil: string
}

/** Whether a submitted registration may be edited now. One that was sent back has a rule of its own. */
export async function editRule({ competitionId, status, isTeam }: Registration, context: HandlerContext): Promise<EditRule> {
  const { signupEdit, signupEnd } = await competitionFacts(competitionId, context)
  const isOpen = signupEdit === competitionSignupEdit.supplementsAllowed && context.now.toISOString() <= signupEnd
  const mayEdit = isOpen && SUBMITTED.includes(status)
  return { mayEdit, mayReopen: mayEdit && isTeam && (await membersHaveAccounts(competitionId, context)), editUntil: signupEnd }
}

/** Whether members of teams join with their own accounts. */
export async function membersHaveAccounts(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  const query = db.selectFrom('competition_competition').select('memberMode').where('id', '=', competitionId)
  return (await query.executeTakeFirstOrThrow()).memberMode === teamMemberMode.accounts
}

export interface WithdrawRule {
  mayWithdraw: boolean
  /** Null while it may be withdrawn, and where there is nothing to withdraw. */
  refusal: ErrorCode | null
  until: string
}

/** Whether a registration may be withdrawn now: until the competition begins, while it has no submitted works. */
export async function withdrawRule({ id, competitionId, status }: Registration, context: HandlerContext): Promise<WithdrawRule> {
  const { selfWithdraw, competitionStart, signupEnd } = await context.rows.get('competition.competition', competitionId)
  const until = (competitionStart ?? signupEnd)!
  const refusal = await refusalOf()
  return { mayWithdraw: HOLDS_PLACE.includes(status) && refusal === null, refusal, until }

  async function refusalOf(): Promise<ErrorCode | null> {
    if (!HOLDS_PLACE.includes(status)) return null
    if (!selfWithdraw) return 'WITHDRAW_OFF'
    if (context.now.toISOString() >= until) return 'WITHDRAW_LATE'
    return (await countWorks(id, context)) > 0 ? 'WITHDRAW_HAS_WORKS' : null
  }
}
