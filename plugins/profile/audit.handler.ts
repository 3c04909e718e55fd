/** Reviews a certification, of a user or of an organisation: the call for that kind decides who may. */
import type { HandlerOutput } from '../../runtime/core/contracts.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('profile.audit', ({ subject = 'user', ...review }, { call }) =>
  call<HandlerOutput<'profile.audit'>>(subject === 'user' ? 'profile.reviewCertification' : 'organisation.reviewCertification', review),
)
