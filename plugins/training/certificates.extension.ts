/** Who gets a certificate of a course: who has a place, attended enough sessions and asked for one. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import type { CertificateExclusion, TrainingEnrolState } from '../generated/enums.ts'

const WHOLE = 100
/** Sign-ups that the person did not finish, or ended. */
const NEVER_IN: readonly TrainingEnrolState[] = ['asked', 'withdrawn']

export default defineExtension('certificate.source', 'training', async ({ courseId }, { competitionId }, { db, fail }) => {
  if (!courseId) return fail('CERTIFICATE_RULE', { what: 'courseId' })
  const people = await db
    .selectFrom('training_enrolment as e')
    .innerJoin('training_course as c', 'c.id', 'e.courseId')
    .select(['e.id', 'e.userId', 'e.name', 'e.school', 'e.state', 'e.attended', 'e.certificateAt'])
    .select(['c.title', 'c.sessionCount', 'c.certificateShare'])
    .where('c.id', '=', courseId)
    .where('c.competitionId', '=', competitionId)
    .where('e.state', 'not in', NEVER_IN)
    .orderBy('e.id')
    .execute()
  const reasons = people.map((person) => reasonAgainst(person))
  return {
    named: people
      .filter((_, at) => reasons[at] === null)
      .map(({ id, userId, name, school, title }) => ({
        ...{ name, school: school ?? '', award: null, role: 'trainee' as const, subject: `training:${id}`, userId, event: title },
      })),
    excluded: people.flatMap(({ name }, at) => (reasons[at] ? [{ name, reason: reasons[at] }] : [])),
  }
})

interface Attendance {
  state: string
  attended: number
  certificateAt: unknown
  sessionCount: number
  certificateShare: number
}

function reasonAgainst({ state, attended, certificateAt, sessionCount, certificateShare }: Attendance): CertificateExclusion | null {
  if (state !== 'enrolled') return 'place'
  if (attended * WHOLE < certificateShare * sessionCount) return 'attendance'
  return certificateAt === null ? 'request' : null
}
