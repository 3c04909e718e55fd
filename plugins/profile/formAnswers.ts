/** The answers of a form about the person, put together from the account and the profile. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import { readProfile, withoutNulls } from './readProfile.ts'

export const PROFILE_FORM = 'profile.profile'
/** Fields of the profile form that are in the account. */
export const ACCOUNT_FIELDS = ['name', 'nickname'] as const

/** What the profile form holds now. */
export async function profileAnswers(context: HandlerContext): Promise<Record<string, unknown>> {
  const account = await context.db
    .selectFrom('account_user')
    .select([...ACCOUNT_FIELDS])
    .where('id', '=', context.session.userId)
    .executeTakeFirstOrThrow()
  return only(withoutNulls({ ...(await readProfile(context)), ...account }), formFields(context, PROFILE_FORM))
}

/** Names of a form's fields. */
export function formFields({ platform }: Pick<HandlerContext, 'platform'>, form: string): string[] {
  return Object.keys(platform.get('form', form).schema.properties)
}

/** The named values; names without a value are left out. */
export function only(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]))
}

/** The facts that the profile form reads beside its fields. */
export function formFacts({ now, platform }: Pick<HandlerContext, 'now' | 'platform'>): { today: string } {
  return { today: dayAt(now, platform.app.timeZone) }
}
