/** The documents of a new screen, shown before anything is saved. */
import { defineHandler } from '../../../core/contracts.ts'
import { checkedPlan } from '../../documents/checkedPlan.ts'

export default defineHandler('platform.screen.plan', (request, context) => ({ list: checkedPlan(request, context) }))
