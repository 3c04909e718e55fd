/** Options of the sign-up form of a competition that a fee can be charged for. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formChoices } from './prices/formChoices.ts'

export default defineHandler('pay.choices', async ({ competitionId }, context) => {
  const { lang } = context
  const row = await context.rows.get('competition.competition', competitionId)
  const labels = row.formId === null ? [] : [...(await formChoices({ id: row.formId }, context))]
  return { list: labels.map(([value, label]) => ({ value, label: label[lang] })) }
})
