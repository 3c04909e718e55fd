/** An organiser corrects a registration for its person: by the rules of the form, whatever the dates. The person is notified of what was changed, and why. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { competitionFacts } from '../../competition/competitionFacts.ts'
import { assertComplete } from '../../registration/complete.ts'
import { lockTeam } from '../../registration/team.ts'
import { assertNamedTeam } from '../assertSignsUpSo.ts'
import { chosenEvent } from '../chosenEvent.ts'
import { registrationNames } from '../registrationNames.ts'
import { signupPlace } from '../signupPlace.ts'
import { changedFields } from './changedFields.ts'
import { keepLook } from './keepLook.ts'

/** It was sent back. */
const SENT_BACK = 3

export default defineHandler('signup.correct', async ({ id, formHash, answers: given, reason }, context) => {
  const before = await context.rows.get('signup.registration', id, { lock: true })
  if (before.formHash !== formHash) context.fail('FORM_CHANGED', { hash: before.formHash })
  const competition = await competitionFacts(before.competitionId, context)
  const place = await signupPlace(before.competitionId, before.eventId, context)
  const earlier = before.answers as Record<string, unknown>
  const facts = chosenEvent(before.competitionId, place.event)
  const { answers } = await context.documents.forms.submit({ hash: formHash }, given, facts, earlier)
  await context.documents.forms.movePlaces({ hash: formHash }, earlier, answers)
  if (before.isTeam) await assertComplete(await lockTeam(id, context), context)
  else assertNamedTeam(place, answers, context)
  if (before.status !== SENT_BACK) await keepLook(before, null, context)
  const { status } = before.status === SENT_BACK ? await context.rows.transition('signup.review', 'resubmit', id) : before
  const { displayName, school } = await registrationNames(competition, answers, named(before.displayName, context))
  const names = before.isTeam ? { school } : { displayName, school }
  await context.rows.save('signup.registration', before, { answers, ...names }, { reason })
  await tell(before, changedFields(earlier, answers), reason, context)
  return { id, status }
})

/** Where the form asks for no name, the registration keeps the one it has. */
function named(name: string, { db, lang, session }: HandlerContext) {
  return { db, lang, session: { ...session, name } }
}

async function tell(
  { id, userId, displayName, formHash }: { id: string; userId: string; displayName: string; formHash: string },
  changed: readonly string[],
  reason: string,
  context: HandlerContext,
): Promise<void> {
  const { form } = await context.documents.forms.screen({ hash: formHash })
  const titles = changed.map((name) => form.schema.properties[name]?.title ?? name)
  const words = (lang: 'zh' | 'en') => titles.map((title) => wordsOf(title, lang)).join(lang === 'zh' ? '、' : ', ') || '—'
  const values = { name: displayName, page: `/personalCenter/jingsai/${id}`, reason, fields: words('zh'), fieldsEn: words('en') }
  await context.messages.send('signup.corrected', { userId }, values)
}

function wordsOf(title: unknown, lang: 'zh' | 'en'): string {
  if (typeof title === 'string') return title
  const { zh, en } = title as { zh?: string; en?: string }
  return (lang === 'zh' ? zh || en : en || zh) ?? ''
}
