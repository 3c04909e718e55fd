/** What a person answered in a registration and the profile does not have, or has otherwise. Only questions that say what of the person they ask for
 *  (`x-fill`), and only answers that the profile can hold. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { EntityField, LocalText } from '../../runtime/core/documents.ts'
import { enumLabel } from '../../runtime/core/enumLabels.ts'

export interface ProfileGap {
  /** Of the profile. */
  field: string
  title: string
  /** As it would be stored, and in words. */
  value: string
  answer: string
  /** In words; null: the profile has none. */
  known: string | null
}

/** What is asked for -> field of the profile. A school or organisation goes to that of the two that the person's kind of participant has. */
const FIELDS: Readonly<Record<string, string>> = {
  bday: 'birthDate',
  sex: 'gender',
  country: 'nationality',
  'organization-title': 'jobTitle',
  'street-address': 'address',
}

/** @throws NOT_FOUND when the registration is not the person's */
export async function profileGaps(registrationId: string, context: HandlerContext): Promise<ProfileGap[]> {
  const { db, session, documents, fail } = context
  const row = await db
    .selectFrom('signup_registration')
    .select(['formHash', 'answers'])
    .where('id', '=', registrationId)
    .where('userId', '=', session.userId)
    .executeTakeFirst()
  if (!row?.formHash) return fail('NOT_FOUND', { id: registrationId })
  const { form } = await documents.forms.screen({ hash: row.formHash })
  const profile = await db.selectFrom('profile_profile').selectAll().where('userId', '=', session.userId).executeTakeFirst()
  const answers = (row.answers ?? {}) as Record<string, unknown>
  const gaps = Object.entries(form.schema.properties).flatMap(([name, { 'x-fill': fact }]) => {
    const field = fieldOf(String(fact ?? ''), profile)
    return field === null ? [] : (gapOf(field, answers[name], profile, context) ?? [])
  })
  return gaps.filter(({ field }, at) => gaps.findIndex((other) => other.field === field) === at)
}

type Profile = Readonly<Record<string, unknown>> | undefined

function fieldOf(fact: string, profile: Profile): string | null {
  if (fact !== 'organization') return FIELDS[fact] ?? null
  if (profile?.participantType === 'other') return 'company'
  // a school of the list says more than its name
  return profile?.school ? null : 'otherSchool'
}

function gapOf(field: string, answer: unknown, profile: Profile, context: HandlerContext): ProfileGap | null {
  const declared = context.platform.get('entity', 'profile.profile').fields[field]!
  if (typeof answer !== 'string' || answer === '' || !holds(declared, answer, context)) return null
  const known = profile?.[field] ?? null
  if (known === answer) return null
  const words = (value: string) => wordsOf(declared, value, context)
  const title = (declared.title as LocalText)[context.lang]
  return { field, title, value: answer, answer: words(answer), known: known === null ? null : words(String(known)) }
}

function holds(field: EntityField, answer: string, { platform }: HandlerContext): boolean {
  if (field.type === 'enum') return platform.get('enum', field.enum!).values.some(({ code }) => code === answer)
  if (field.type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(answer)
  return answer.length <= (field.maxLength ?? 0)
}

function wordsOf(field: EntityField, value: string, { platform, lang }: HandlerContext): string {
  if (field.type !== 'enum') return value
  return enumLabel(field.enum!, value, platform)[lang]
}
