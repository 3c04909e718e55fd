/** The copy of a sheet in which the errors stand out. */

import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import { defineHandler, type StoredFile } from '../../runtime/core/contracts.ts'
import { readBatch } from './batch.ts'

export default defineHandler('import.marked', async ({ id }, context) => {
  const { marked } = await readBatch(id, context)
  if (!marked) return context.fail('NOT_FOUND', { entity: 'platform.file', id })
  const { name, type, id: key } = marked as StoredFile
  context.reply.header('content-type', type)
  context.reply.header('content-disposition', attachmentHeader(name))
  context.reply.later(() => context.files.open(key))
})
