/** Courses that a person came to are acts of theirs. */
import { sql } from 'kysely'
import { defineExtension } from '../../runtime/core/contracts.ts'

export default defineExtension(
  'growth.acts',
  'training',
  (userId) => sql`
    SELECT 'c' || e.id, 'course', e."createdAt", t.title, t."competitionId", NULL, NULL
    FROM training_enrolment e JOIN training_course t ON t.id = e."courseId"
    WHERE e."userId" = ${userId} AND e.state = 'enrolled' AND e.attended > 0`,
)
