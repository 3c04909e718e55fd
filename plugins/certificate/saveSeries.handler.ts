/** Saves a series of certificates. The parts of its numbers cannot change once a number was given. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { readSeries, type Series } from './series.ts'
import { usableTemplate } from './template/usableTemplate.ts'

type Change = Partial<Omit<Series, 'id' | 'createdAt' | 'updatedAt'>>

export default defineHandler('certificate.saveSeries', async ({ id, competitionId, answers: sent }, context) => {
  const { organisationId } = await context.call('certificate.maySet', { id: competitionId })
  const before = id === undefined ? undefined : await readSeries(id, competitionId, context)
  const { answers } = await context.documents.forms.submit(
    { id: 'certificate.series' },
    sent,
    { competitionId },
    before && { seal: before.seal, signature: before.signature },
  )
  const change = columnsOf(answers)
  await usableTemplate(change.templateId!, { competitionId, organisationId }, context)
  if (before) return { id: await save(before, change, context) }
  return { id: await context.rows.create('certificate.series', { ...(change as Series), competitionId, organisationId }) }
})

async function save(before: Series, change: Change, context: HandlerContext): Promise<string> {
  const isGiven = before.nextNumber > 1
  const isOther = (['prefix', 'year', 'digits'] as const).some((name) => change[name] !== before[name])
  if (isGiven && isOther) context.fail('CERTIFICATE_NUMBERS_FIXED')
  const { organisationId, competitionId } = before
  await context.rows.save('certificate.series', before, change, { of: { organisationId, competitionId } })
  return before.id
}

function columnsOf(answers: Record<string, unknown>): Change {
  const { seal = null, signature = null, digits = 6, paper = false, paperFee = 0, ...rest } = answers as Record<string, never>
  return { ...(rest as Change), digits, paper, paperFee: paper ? paperFee : 0, seal, signature }
}
