/** A competition's design of badges, for the designer. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { EnumDocument, LocalText } from '../../../runtime/core/documents.ts'
import { describeRevisions, readVersions, writtenPrint } from '../../certificate/template/ownTemplate.ts'
import { BADGE, readBadge } from './badgeDesign.ts'

export default defineHandler('checkin.ownBadge', async ({ competitionId }, context) => {
  const row = await readBadge(competitionId, context)
  if (row === null) return { design: null }
  const versions = await readVersions(row, context)
  const content = writtenPrint(versions)
  const { values } = context.platform.get('enum', 'checkin.badgeSample') as EnumDocument
  return {
    design: {
      ...{ id: row.id, name: content.title as LocalText, content, hash: versions.draft?.hash ?? null },
      ...{ published: versions.published !== null, changed: versions.draft !== null },
      schema: context.platform.get('form', BADGE).schema,
      samples: values.map(({ code, label }) => ({ value: String(code), label: label as LocalText })),
      revisions: await describeRevisions(versions, context),
    },
  }
})
