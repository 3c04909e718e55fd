import { defineHandler } from '../../../runtime/core/contracts.ts'
import { type Me, readMe } from './readMe.ts'

export default defineHandler<Record<string, never>, Me | null>('account.meOrNobody', (_input, context) => readMe(context))
