/** The bytes of a file: for its owner, and for the person who can read a row that names it. Which calls show rows of an entity with their files is declared
 *  by the entity (`readBy`; else its `get` operations): one of them, run as the caller, must answer with this file. So a file is seen by exactly
 *  those who see the field it stands in. */

import { attachmentHeader } from '../../core/attachmentHeader.ts'
import { defineHandler, type HandlerContext } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { knownCall } from '../../core/knownNames.ts'
import type { Platform } from '../../core/platform.ts'
import { readRange } from '../files/byteRange.ts'
import { namedFiles } from '../files/createFilesService.ts'

const PART = 206
const NO_SUCH_RANGE = 416

export default defineHandler('platform.file', async ({ id }, context) => {
  const { db, files, reply, request } = context
  const row = await db
    .selectFrom('platform_file')
    .select(['key', 'name', 'size', 'type', 'ownerId', 'entity', 'rowId'])
    .where('key', '=', id)
    .executeTakeFirst()
  if (!row || !(await mayRead(row as FileRow, context))) throw new AgonError('NOT_FOUND', { entity: 'platform.file', id })
  reply.header('content-type', row.type)
  reply.header('content-disposition', attachmentHeader(row.name))
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('x-content-type-options', 'nosniff')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('cache-control', 'private, max-age=3600')
  reply.header('accept-ranges', 'bytes')
  const range = readRange(request.headers.range, row.size)
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  if (range) {
    reply.status(start > end ? NO_SUCH_RANGE : PART)
    reply.header('content-range', `bytes ${start > end ? '*' : `${start}-${end}`}/${row.size}`)
  }
  reply.header('content-length', String(Math.max(end - start + 1, 0)))
  reply.stream(start > end ? Buffer.alloc(0) : await files.open(id, range ?? undefined))
})

interface FileRow {
  key: string
  ownerId: string | null
  entity: string | null
  rowId: string | null
}

async function mayRead(file: FileRow, context: HandlerContext): Promise<boolean> {
  if (file.ownerId !== null && file.ownerId === context.session.userId) return true
  if (file.entity === null || file.rowId === null) return false
  for (const call of callsThatShow(context.platform, file.entity)) {
    const data = await context.call(knownCall(call, context.platform), { id: file.rowId }).catch(refusal)
    if (namedFiles(data).has(file.key)) return true
  }
  return false
}

/** Null for a refused call; any other error is thrown. */
function refusal(error: unknown): null {
  if (error instanceof AgonError && error.code !== 'SERVER_FAULT') return null
  throw error
}

function callsThatShow(platform: Platform, entityId: string): readonly string[] {
  const declared = platform.documents.entity.get(entityId)?.readBy
  if (declared) return declared
  return [...platform.documents.call.values()]
    .filter(({ operation }) => operation?.kind === 'get' && operation.entity === entityId)
    .map(({ id }) => id)
}
