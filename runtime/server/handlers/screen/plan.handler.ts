/** The documents of a new screen, shown before anything is saved. */
import { defineHandler } from '../../../core/contracts.ts'
import { checkedPlan } from '../../documents/checked-plan.ts'
import type { ScreenWish } from '../../documents/plan-screen.ts'

export default defineHandler<ScreenWish>('platform.screen.plan', (wish, context) => ({ list: checkedPlan(wish, context) }))
