/** The fields that a column can fill, to choose from. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'
import { readBatch } from '../batch.ts'
import { fieldsOf } from '../fields.ts'

export default defineHandler('import.targets', async ({ id, search, values }, context) => {
  const { list } = await fieldsOf(await readBatch(id, context), context)
  const wanted = searchForm(search ?? '')
  const found = list
    .filter(({ key }) => !values || values.includes(key))
    .filter(({ title }) => wanted === '' || [title.zh, title.en].some((word) => searchForm(word).includes(wanted)))
  return { list: found.map(({ key, title }) => ({ value: key, label: title[context.lang] })) }
})
