/** Points and level of the person who asks. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { standingOf } from './standingOf.ts'

export default defineHandler('growth.standing', (_, context) => standingOf(context.session.userId!, context))
