/** Applies for certification as a teacher. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { applyForCertification } from './applyForCertification.ts'

export default defineHandler('profile.teacherAuth', (input, context) => applyForCertification('teacher', input, context))
