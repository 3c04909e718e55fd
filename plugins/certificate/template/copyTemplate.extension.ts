/** Certificate templates of a competition in another one: what stands on them, under the name of the new row, with pictures of its own. */
import { defineExtension, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { fileAddress, storedFile } from '../../../runtime/core/storedFile.ts'
import type { ContentRow, Place } from '../../competition/parts/parts.ts'
import type { Sources } from '../../competition/parts/Sources.ts'
import { ownDocumentId, type TemplateRow } from './ownTemplate.ts'
import { claimPictures, printContent } from './printContent.ts'

/** Published where the original was, and nothing stands against it. */
async function designTemplate(row: ContentRow, id: string, { written }: Place, sources: Sources, context: HandlerContext): Promise<void> {
  const { rows, documents } = context
  const content = typeof row.documentId === 'string' ? await sources.document('print', row.documentId) : null
  if (content === null) return
  const documentId = ownDocumentId(id)
  await rows.save('certificate.template', { id }, { documentId })
  const made = (await rows.get('certificate.template', id)) as TemplateRow
  const next = printContent(await withPictures(content, sources), made, context)
  await claimPictures(made, next, context)
  await documents.store.saveDraft('print', documentId, next, undefined, { apart: true })
  written.set('print', (written.get('print') ?? new Map()).set(String(row.documentId), documentId))
  if (row.state === 'draft' || (await documents.store.failures('print', documentId)).length > 0) return
  await documents.store.publish('print', documentId)
  await rows.save('certificate.template', { id }, { state: 'published' })
}

/** An element whose picture is gone goes with it. */
async function withPictures(content: object, sources: Sources): Promise<Record<string, unknown>> {
  const { pages } = content as Record<string, unknown>
  if (!Array.isArray(pages)) return { ...content }
  const copies = new Map<string, string | null>()
  const pictureOf = async (address: string): Promise<string | null> => {
    const id = storedFile(address)
    if (id === null) return address
    if (!copies.has(id)) copies.set(id, (await sources.shown(id))?.id ?? null)
    const copy = copies.get(id) ?? null
    return copy === null ? null : fileAddress(copy)
  }
  const kept: unknown[] = []
  for (const page of pages) {
    if (!isRecord(page) || !Array.isArray(page.elements)) return { ...content }
    const elements: unknown[] = []
    for (const element of page.elements) {
      if (!isRecord(element) || element.kind !== 'picture' || typeof element.picture !== 'string') elements.push(element)
      else {
        const picture = await pictureOf(element.picture)
        if (picture !== null) elements.push({ ...element, picture })
      }
    }
    kept.push({ ...page, elements })
  }
  return { ...content, pages: kept }
}

export default defineExtension('competition.part', 'certificate.template', { complete: designTemplate })
