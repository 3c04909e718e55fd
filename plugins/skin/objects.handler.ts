/** What the person may design skins for. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { designObjects } from '../organisation/designObjects.ts'
import { designReach } from '../organisation/designReach.ts'
import { DESIGN } from './skin.ts'

export default defineHandler('skin.objects', (input, context) => designObjects(input, designReach(DESIGN, context), context))
