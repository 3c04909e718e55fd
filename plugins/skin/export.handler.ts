/** The published version, else the draft, as JSON that can be imported elsewhere. Uploaded pictures belong to this platform and stay behind. */
import { attachmentHeader } from '../../runtime/core/attachmentHeader.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import { readSkin, readVersions, writtenSkin } from './skin.ts'

export default defineHandler('skin.export', async ({ id }, context) => {
  const row = await readSkin(id, context)
  const versions = await readVersions(row, context)
  const { images = {}, ...content } = versions.published?.content ?? writtenSkin(versions)
  const kept = Object.fromEntries(Object.entries(images).filter(([, address]) => address.startsWith('data:')))
  context.reply.header('content-type', 'application/json; charset=utf-8')
  context.reply.header('content-disposition', attachmentHeader(`${row.name[context.lang]}.skin.json`))
  context.reply.stream(Buffer.from(`${printDocument('skin', { ...content, images: kept })}\n`))
})
