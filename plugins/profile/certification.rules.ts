/** An approved verification: the profile stores what the person is verified as, and at which school. */
import { defineRules } from '../../runtime/core/contracts.ts'

export default defineRules('profile.certification', {
  afterTransition: {
    async approve({ userId, kind, schoolId, number }, { rows, now }) {
      const { code } = await rows.get('organisation.school', schoolId)
      const numbered = kind === 'student' ? { studentNumber: number } : { teacherNumber: number }
      const values = { participantType: kind, school: code, certifiedAs: kind, certifiedAt: now.toISOString(), ...numbered }
      await rows.put('profile.profile', ['userId'], { userId, ...values })
    },
  },
})
