/** The questions of a report, as choices for a mark. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formOf, titleOf } from './report.ts'

export default defineHandler('summary.questions', async ({ id }, context) => {
  const { form } = await formOf(await context.rows.get('summary.report', id), context)
  return Object.keys(form.schema.properties).map((name) => {
    const title = titleOf(form, name)
    return { value: name, label: title[context.lang] || title.zh }
  })
})
