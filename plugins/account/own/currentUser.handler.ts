import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readMe } from './readMe.ts'

export default defineHandler('account.currentUser', (_input, context) => readMe(context))
