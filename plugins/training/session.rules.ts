/** A session that people attended stays; who was reminded of another time is reminded again. */
import { defineRules } from '../../runtime/core/contracts.ts'

export default defineRules('training.session', {
  async beforeSave(session, { startsAt }) {
    return session && startsAt !== undefined && startsAt !== session.startsAt ? { remindedAt: null } : undefined
  },
  async beforeRemove({ attended, title }, { lang, fail }) {
    if (attended > 0) fail('TRAINING_SESSION_USED', { title: title[lang] || title.zh })
  },
})
