/** Certifications to review, of users or of organisations: the call for that kind decides whose. */
import type { HandlerOutput } from '../../runtime/core/contracts.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('profile.auditList', ({ subject = 'user', kind, ...page }, { call }) =>
  subject === 'user'
    ? call<HandlerOutput<'profile.auditList'>>('profile.certifications', { ...page, ...(kind ? { kind } : {}) })
    : call<HandlerOutput<'profile.auditList'>>('organisation.certifications', page),
)
