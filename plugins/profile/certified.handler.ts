/** An approved verification: the profile stores what the person is verified as, and at which school. Runs as an effect of the review. */
import { defineHandler } from '../../runtime/core/contracts.ts'

interface Approval {
  row: { userId: string; kind: 'student' | 'teacher'; schoolId: string; number: string }
}

export default defineHandler<'profile.certified', Approval, null>('profile.certified', async ({ row }, { rows, now }) => {
  const { code } = await rows.get('organisation.school', row.schoolId)
  const number = row.kind === 'student' ? { studentNumber: row.number } : { teacherNumber: row.number }
  const values = { participantType: row.kind, school: code, certifiedAs: row.kind, certifiedAt: now.toISOString(), ...number }
  await rows.put('profile.profile', ['userId'], { userId: row.userId, ...values })
  return null
})
