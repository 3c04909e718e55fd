/** A competition's design of badges, for the designer. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { enumLabels } from '../../../runtime/core/enumLabels.ts'
import { describeRevisions, readVersions, writtenPrint } from '../../certificate/template/ownTemplate.ts'
import { BADGE, readBadge } from './badgeDesign.ts'

export default defineHandler('checkin.ownBadge', async ({ competitionId }, context) => {
  const row = await readBadge(competitionId, context)
  if (row === null) return { design: null }
  const versions = await readVersions(row, context)
  const content = writtenPrint(versions)
  return {
    design: {
      ...{ id: row.id, name: content.title as LocalText, content, hash: versions.draft?.hash ?? null },
      ...{ published: versions.published !== null, changed: versions.draft !== null },
      schema: context.platform.get('form', BADGE).schema,
      samples: enumLabels('checkin.badgeSample', context.platform).map(({ code, label }) => ({ value: code, label })),
      revisions: await describeRevisions(versions, context),
    },
  }
})
