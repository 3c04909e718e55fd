/** Who gets a certificate by a rule, and which values of the template would be missing. Writes nothing. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { JsonSchema, LocalText } from '../../runtime/core/documents.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import { fillPrint } from '../../runtime/core/print/fillPrint.ts'
import { printLangs } from '../../runtime/core/print/printLangs.ts'
import { printSchemaAt } from '../../runtime/core/print/printValues.ts'
import type { CertificateExclusion } from '../generated/enums.ts'
import { findRecipients } from './recipients.ts'
import type { CertificateRule } from './rule.ts'
import { readSeries } from './series.ts'
import { templateSchema } from './template/templateSchema.ts'
import { usableTemplate } from './template/usableTemplate.ts'

/** Names that are shown of each group. */
const SHOWN = 20

export default defineHandler('certificate.count', async ({ competitionId, seriesId, rule }, context) => {
  await context.call('certificate.mayIssue', { id: competitionId })
  const series = await readSeries(seriesId, competitionId, context)
  const print = await usableTemplate(series.templateId, series, context)
  const schema = await templateSchema(series, context)
  const { recipients, excluded } = await findRecipients({ ...series, print }, rule as CertificateRule, context)
  const missing = recipients.map(({ values }) => {
    const numbered = { ...values, certificate: { serial: '0', issuedOn: '2026-01-01', address: '0', site: '0' } }
    const problems = printLangs(series.lang).flatMap((lang) => fillPrint({ print, schema, lang, values: numbered }).problems)
    return problems.map(({ details }) => details)
  })
  const reasons = Map.groupBy(excluded, ({ reason }) => reason)
  return {
    total: recipients.length,
    excluded: excluded.length,
    reasons: [...reasons].map(([reason, group]: [CertificateExclusion, typeof excluded]) => ({
      reason,
      count: group.length,
      names: group.slice(0, SHOWN).map(({ name }) => name),
    })),
    missing: missing.filter(({ length }) => length > 0).length,
    missingValues: [...new Set(missing.flat().flatMap((names) => names.split(', ')))]
      .slice(0, SHOWN)
      .map((name) => titleOf(schema, name, context.lang)),
    names: recipients.slice(0, SHOWN).map(({ name }) => name),
  }
})

/** What people call a value; its name where the form gives no title. */
function titleOf(schema: JsonSchema, name: string, lang: Lang): string {
  const title = printSchemaAt(schema, name)?.title as LocalText | undefined
  return title?.[lang] ?? name
}
