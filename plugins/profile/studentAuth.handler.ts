/** Applies for certification as a student. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { applyForCertification } from './applyForCertification.ts'

export default defineHandler('profile.studentAuth', (input, context) => applyForCertification('student', input, context))
