/** The skin that a competition's pages wear. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionSkin } from './competitionSkin.ts'

export default defineHandler<{ competitionId: string }>('skin.queryContribute', ({ competitionId }, context) =>
  competitionSkin(competitionId, context),
)
