/** A template for the designer. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabels } from '../../../runtime/core/enumLabels.ts'
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
    samples: enumLabels('certificate.sample', context.platform).map(({ code, label }) => ({ value: code, label })),
    revisions: await describeRevisions(versions, context),
  }
})
