/** The columns of a sheet with what they fill, and the required fields that none fills. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { columnLetter, LIMITS, readBatch } from '../batch.ts'
import { ACCOUNT, contactFields, fieldsOf } from '../fields.ts'

export default defineHandler('import.columns', async ({ id, pageNum = 1, pageSize = LIMITS.columns }, context) => {
  const batch = await readBatch(id, context)
  const { list, unfillable, formHash } = await fieldsOf(batch, context)
  const byKey = new Map(list.map((target) => [target.key, target]))
  const columns = batch.columns ?? []
  const filled = new Set(columns.map(({ target }) => target))
  // who is meant follows from the form's own phone or email where no column says it
  const contacts = formHash === null ? [] : contactFields((await context.documents.forms.screen({ hash: formHash })).form)
  const isNamed = filled.has(ACCOUNT) || contacts.some((name) => filled.has(name))
  const missing = list.filter(({ key, required }) => (key === ACCOUNT ? !isNamed : required && !filled.has(key)))
  const shown = columns.map(({ title, sample, target }, at) => ({
    id: String(at),
    letter: columnLetter(at),
    title,
    sample,
    target,
    targetTitle: target === null ? null : (byKey.get(target)?.title[context.lang] ?? null),
  }))
  return {
    list: shown.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: columns.length,
    missing: missing.map(({ title }) => title[context.lang]),
    unfillable: unfillable.map((title) => title[context.lang]),
  }
})
