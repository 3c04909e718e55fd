/** A template for the designer. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { EnumDocument, LocalText } from '../../../runtime/core/documents.ts'
import { describeRevisions, readTemplate, readVersions, writtenPrint } from './ownTemplate.ts'
import { templateSchema } from './templateSchema.ts'

export default defineHandler('certificate.oneTemplate', async ({ id }, context) => {
  const row = await readTemplate(id, context)
  const versions = await readVersions(row, context)
  const { draft, published } = versions
  return {
    ...{ id, name: row.name, content: writtenPrint(versions), hash: draft?.hash ?? null },
    scope: row.competitionId !== null ? 'competition' : row.organisationId !== null ? 'organisation' : 'platform',
    ...{ published: published !== null, changed: draft !== null, unread: (row.unread ?? []) as string[] },
    schema: (await templateSchema(row, context)) as Record<string, unknown>,
    samples: samplesOf(context),
    revisions: await describeRevisions(versions, context),
  }
})

function samplesOf({ platform }: HandlerContext) {
  const { values } = platform.get('enum', 'certificate.sample') as EnumDocument
  return values.map(({ code, label }) => ({ value: String(code), label: label as LocalText }))
}
