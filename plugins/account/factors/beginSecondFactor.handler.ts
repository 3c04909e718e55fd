import { defineHandler } from '../../../runtime/core/contracts.ts'
import { beginFactor } from './secondFactor.ts'

export default defineHandler('account.beginSecondFactor', (_input, context) => beginFactor(context, context.session.userId!))
