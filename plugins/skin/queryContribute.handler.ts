/** The skin that a competition's pages use. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSkin } from '../shell/competitionSkin.ts'

export default defineHandler('skin.queryContribute', ({ competitionId }, context) => competitionSkin(competitionId, context))
