/** What comes from a designer, from a file or from another template -> the content of a template's document, with its own id and nothing that leads elsewhere. */
import { Readable } from 'node:stream'
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import type { PrintDocument, PrintElement } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { isTooDeep } from '../../../runtime/core/jsonDepth.ts'
import { readPictures } from '../pictures.ts'
import { VALUES_FORM } from '../series.ts'
import { TEMPLATE_ENTITY, type TemplateRow } from './ownTemplate.ts'

const FILE_ADDRESS = /^\/api\/platform\/file\/([\w-]{22})$/
const MOST_SIDES = 2
const MOST_ELEMENTS = 200

/** @throws CERTIFICATE_TEMPLATE_IMPORT when it is no sheet at all; the rest is checked when it is published */
export function printContent(
  given: Readonly<Record<string, unknown>>,
  { documentId, name }: Pick<TemplateRow, 'documentId' | 'name'>,
  { fail }: Pick<HandlerContext, 'fail'>,
): PrintDocument {
  const { sheet, heading, pages } = given
  if (!isRecord(sheet)) fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: 'sheet' })
  if (!Array.isArray(pages) || pages.length === 0 || pages.length > MOST_SIDES) fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: 'pages' })
  for (const [at, page] of (pages as unknown[]).entries()) {
    const elements = isRecord(page) ? page.elements : undefined
    const isList = Array.isArray(elements) && elements.length <= MOST_ELEMENTS && elements.every(isRecord)
    if (!isList) fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: `pages/${at}/elements` })
  }
  const title = isRecord(heading) ? heading : name
  return {
    ...{ $schema: '../kinds/print.schema.json', id: documentId!, version: 1, title: name, data: VALUES_FORM },
    ...({ heading: title, sheet, pages } as unknown as Pick<PrintDocument, 'heading' | 'sheet' | 'pages'>),
  }
}

/** @throws CERTIFICATE_TEMPLATE_IMPORT, BODY_SYNTAX */
export function parsePrintJson(text: string, { fail }: Pick<HandlerContext, 'fail'>): Record<string, unknown> {
  if (isTooDeep(text)) fail('BODY_SYNTAX')
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch (error) {
    return fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: (error as Error).message })
  }
  return fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: '{}' })
}

/** Uploaded pictures that the template shows belong to its row from now on: a template never shows a file of someone else. @throws CERTIFICATE_TEMPLATE_PICTURE */
export async function claimPictures(row: TemplateRow, content: PrintDocument, context: HandlerContext): Promise<TemplateRow> {
  const held = (row.pictures ?? []) as unknown as StoredFile[]
  const added: StoredFile[] = []
  for (const id of new Set(addressesOf(content).flatMap((address) => FILE_ADDRESS.exec(address)?.[1] ?? []))) {
    if (held.some((file) => file.id === id)) continue
    const file = await context.files.get(id)
    if (file?.ownerId !== context.session.userId) context.fail('CERTIFICATE_TEMPLATE_PICTURE')
    else added.push(file)
  }
  if (added.length === 0) return row
  const pictures = [...held, ...added]
  const { id, organisationId, competitionId } = row
  await context.change(TEMPLATE_ENTITY, row, { pictures }, { of: { id, organisationId, competitionId } })
  return { ...row, pictures: pictures as unknown as TemplateRow['pictures'] }
}

/** A template of another owner with copies of its pictures: the copy stays whole when the other is gone. */
export async function withOwnPictures(content: PrintDocument, context: HandlerContext): Promise<PrintDocument> {
  const copies = new Map<string, string>()
  for (const [address, bytes] of await readPictures(content, [], context)) {
    if (!FILE_ADDRESS.test(address)) continue
    const { name } = (await context.files.get(FILE_ADDRESS.exec(address)![1]!))!
    const { id } = await context.files.store(Readable.from(Buffer.from(bytes)), { name, purpose: 'certificate' })
    copies.set(address, `/api/platform/file/${id}`)
  }
  return mapPictures(content, (address) => copies.get(address) ?? address)
}

/** The same template with other addresses of pictures. */
export function mapPictures(content: PrintDocument, map: (address: string) => string): PrintDocument {
  const element = (each: PrintElement): PrintElement =>
    each.kind === 'picture' && typeof each.picture === 'string' ? { ...each, picture: map(each.picture) } : each
  return { ...content, pages: content.pages.map((page) => ({ ...page, elements: page.elements.map(element) })) }
}

function addressesOf({ pages }: PrintDocument): string[] {
  return pages.flatMap(({ elements }) =>
    elements.flatMap((element) => (element.kind === 'picture' && typeof element.picture === 'string' ? [element.picture] : [])),
  )
}
