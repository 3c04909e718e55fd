/** Saves the sent fields of the profile; each of its three forms is checked as a whole. Other fields stay. */
import type { StoredFile } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { ACCOUNT_FIELDS, formFacts, formFields, only, PROFILE_FORM, profileAnswers } from './formAnswers.ts'
import { withoutNulls } from './readProfile.ts'
import { storeProfile } from './storeProfile.ts'

const PORTRAIT_FORM = 'profile.portrait'
const DOCUMENT_FORM = 'profile.identityDocument'
/** Computed; never stored. */
const NOT_STORED = ['age']

export default defineHandler('profile.save', async (input, context) => {
  const sent = input as Record<string, unknown>
  if (sent.icon !== undefined) await savePortrait(sent.icon, context)
  if (sent.documentNumber != null || sent.documentType != null) await saveDocument(sent, context)
  const names = formFields(context, PROFILE_FORM).filter((name) => name in sent)
  if (names.length > 0) await saveFields(only(sent, names), context)
  return null
})

async function saveFields(sent: Record<string, unknown>, context: HandlerContext): Promise<void> {
  const previous = await profileAnswers(context)
  const answers = withoutNulls({ ...previous, ...sent })
  const submitted = await context.documents.forms.submit({ id: PROFILE_FORM }, answers, formFacts(context), previous)
  const accepted: Record<string, unknown> = submitted.answers
  const isOfAccount = (name: string) => (ACCOUNT_FIELDS as readonly string[]).includes(name)
  const fields = formFields(context, PROFILE_FORM).filter((name) => !NOT_STORED.includes(name))
  const values = Object.fromEntries(fields.map((name) => [name, accepted[name] ?? null]))
  await saveAccount(Object.fromEntries(Object.entries(values).filter(([name]) => isOfAccount(name))), context)
  await storeProfile(context, Object.fromEntries(Object.entries(values).filter(([name]) => !isOfAccount(name))))
}

async function saveAccount(values: Record<string, unknown>, { session, people, rows }: HandlerContext): Promise<void> {
  await rows.save('account.user', { id: session.userId! }, values)
  people.sessions.changed(session.userId!)
}

async function savePortrait(icon: unknown, context: HandlerContext): Promise<void> {
  const { session, documents } = context
  const { answers } = icon === null ? { answers: { icon: null } } : await documents.forms.submit({ id: PORTRAIT_FORM }, { icon })
  await context.rows.save('account.user', { id: session.userId! }, { icon: answers.icon as StoredFile | null })
}

async function saveDocument(sent: Record<string, unknown>, context: HandlerContext): Promise<void> {
  const { answers } = await context.documents.forms.submit(
    { id: DOCUMENT_FORM },
    withoutNulls(only(sent, formFields(context, DOCUMENT_FORM))),
  )
  await storeProfile(context, answers)
}
