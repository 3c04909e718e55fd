/** The ranking file behind the working version of a list. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { heldList } from './heldList.ts'
import { storedFile } from './inputs/storedFile.ts'

export default defineHandler('ranking.download', async ({ id }, context) => {
  const { reply, fail } = context
  const file = await storedFile(await heldList(id, context), context)
  if (!file) return fail('RANKING_NO_FILE')
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', `attachment; filename="ranking-${id}-v${file.list.version}.json"`)
  reply.stream(Buffer.from(`${JSON.stringify(file, null, 1)}\n`))
  return null
})
