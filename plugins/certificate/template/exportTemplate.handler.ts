/** The draft, else the published version, as JSON that can be imported elsewhere: our own, or that of pdfme in one language. Uploaded pictures belong to this platform: the file holds copies. */
import { attachmentHeader } from '../../../runtime/core/attachmentHeader.ts'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { readPictures } from '../pictures.ts'
import { readTemplate, readVersions, writtenPrint } from './ownTemplate.ts'
import { writePdfme } from './pdfme/writePdfme.ts'
import { mapPictures } from './printContent.ts'

export default defineHandler('certificate.exportTemplate', async ({ id, format = 'agon', lang }, context) => {
  const row = await readTemplate(id, context)
  const content = await withPictures(writtenPrint(await readVersions(row, context)), context)
  const name = row.name[context.lang]
  const file =
    format === 'pdfme'
      ? { name: `${name}.pdfme.json`, text: JSON.stringify(writePdfme(content, lang ?? context.lang).template, null, 2) }
      : { name: `${name}.print.json`, text: printDocument('print', { ...content }) }
  context.reply.header('content-type', 'application/json; charset=utf-8')
  context.reply.header('content-disposition', attachmentHeader(file.name))
  context.reply.stream(Buffer.from(`${file.text}\n`))
  return null
})

async function withPictures(content: PrintDocument, context: HandlerContext): Promise<PrintDocument> {
  const inside = new Map<string, string>()
  for (const [address, bytes] of await readPictures(content, [], context))
    inside.set(address, address.startsWith('data:') ? address : `data:${typeOf(bytes)};base64,${Buffer.from(bytes).toString('base64')}`)
  return mapPictures(content, (address) => inside.get(address) ?? address)
}

/** By the first bytes: the store takes PNG, JPEG and WebP. */
function typeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0x89) return 'image/png'
  return bytes[0] === 0xff ? 'image/jpeg' : 'image/webp'
}
