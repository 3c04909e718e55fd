/** Reviews a certification, of a user or of an organisation: the call for that kind decides who may. */
import { defineHandler } from '../../runtime/core/contracts.ts'

interface Review {
  id: string
  subject?: 'user' | 'organisation'
  result: number
  reason?: string | null
}

export default defineHandler<Review>('profile.audit', ({ subject = 'user', ...review }, { call }) =>
  call(subject === 'user' ? 'profile.reviewCertification' : 'organisation.reviewCertification', review),
)
