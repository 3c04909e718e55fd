/** Certifications to review, of users or of organisations: the call for that kind decides whose. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler<{ subject?: 'user' | 'organisation'; kind?: string }>(
  'profile.auditList',
  ({ subject = 'user', kind, ...page }, { call }) =>
    subject === 'user' ? call('profile.certifications', { ...page, ...(kind ? { kind } : {}) }) : call('organisation.certifications', page),
)
