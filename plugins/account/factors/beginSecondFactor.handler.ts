import { defineHandler } from '../../../runtime/core/contracts.ts'
import { beginFactor, type FactorKey } from './secondFactor.ts'

export default defineHandler<Record<string, never>, FactorKey>('account.beginSecondFactor', (_input, context) =>
  beginFactor(context, context.session.userId!),
)
