/** The documents of a new screen, shown before anything is saved. */
import { defineHandler } from '../../../core/contracts.ts'
import { checkedPlan } from '../../documents/checkedPlan.ts'
import type { ScreenWish } from '../../documents/planScreen.ts'

export default defineHandler<ScreenWish>('platform.screen.plan', (wish, context) => ({ list: checkedPlan(wish, context) }))
