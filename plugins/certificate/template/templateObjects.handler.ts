/** What the person may design templates for. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { designObjects } from '../../organisation/designObjects.ts'
import { designReach } from '../../organisation/designReach.ts'
import { DESIGN } from './ownTemplate.ts'

export default defineHandler('certificate.templateObjects', (input, context) => designObjects(input, designReach(DESIGN, context), context))
