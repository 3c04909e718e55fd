/** What account and profile know of the person who asks, by the names that questions use (`x-fill`): each with its spellings, the likeliest first. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export type KnownFacts = Readonly<Partial<Record<string, unknown[]>>>

const MAINLAND = '+86 '
const MAINLAND_NUMBER = /^1\d{10}$/

export async function knownFacts(context: HandlerContext): Promise<KnownFacts> {
  const { db, session } = context
  const account = await context.rows.get('account.user', session.userId!)
  const profile = await db.selectFrom('profile_profile').selectAll().where('userId', '=', session.userId).executeTakeFirst()
  const schools = profile?.school ? await schoolNames(profile.school, context) : []
  return {
    name: given(account.name),
    email: given(account.email, profile?.email),
    tel: phoneSpellings(account.phone),
    bday: given(profile?.birthDate),
    sex: given(profile?.gender),
    country: given(profile?.nationality),
    organization: given(...schools, profile?.otherSchool, profile?.company),
    'organization-title': given(profile?.jobTitle, profile?.position),
    'street-address': given(profile?.address),
  }
}

const given = (...values: unknown[]): unknown[] => values.filter((value) => value !== null && value !== undefined && value !== '')

/** As it is stored, and with its country code. */
function phoneSpellings(phone: string | null): unknown[] {
  if (!phone) return []
  return MAINLAND_NUMBER.test(phone) ? [phone, `${MAINLAND}${phone}`] : [phone]
}

/** Of a school of the list: its name, in the language of the person first. */
async function schoolNames(code: string, { db, lang }: HandlerContext): Promise<unknown[]> {
  const school = await db.selectFrom('organisation_school').select('name').where('code', '=', code).executeTakeFirst()
  if (!school) return []
  const { zh, en } = school.name as LocalText
  return lang === 'en' ? [en, zh] : [zh, en]
}
