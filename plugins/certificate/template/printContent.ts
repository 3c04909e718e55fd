/** What comes from a designer, from a file or from another template -> the content of a template's document, with its own id and nothing that leads elsewhere. */
import { bothWords } from '../../../runtime/core/bothWords.ts'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument, PrintElement } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import { fileAddress, storedFile } from '../../../runtime/core/storedFile.ts'
import { claimNamed } from '../../files/claimNamed.ts'
import { VALUES_FORM } from '../series.ts'
import { TEMPLATE_ENTITY, type TemplateRow } from './ownTemplate.ts'

const MAX_SIDES = 2
const MAX_ELEMENTS = 200

/** @throws CERTIFICATE_TEMPLATE_IMPORT when it is no sheet at all; the rest is checked when it is published */
export function printContent(
  given: Readonly<Record<string, unknown>>,
  { documentId, name, data = VALUES_FORM }: Pick<TemplateRow, 'documentId'> & { name: PrintDocument['title']; data?: string },
  { fail, platform }: Pick<HandlerContext, 'fail' | 'platform'>,
): PrintDocument {
  const { sheet, heading, pages } = given
  if (!isSheet(sheet)) return fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: 'sheet' })
  if (!Array.isArray(pages) || pages.length === 0 || pages.length > MAX_SIDES)
    return fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: 'pages' })
  const sides = pages.map((page: unknown, at) =>
    isSide(page) ? page : fail('CERTIFICATE_TEMPLATE_IMPORT', { reason: `pages/${at}/elements` }),
  )
  return {
    ...{ $schema: '../kinds/print.schema.json', id: documentId!, version: 1, title: name, data },
    ...{ heading: isHeading(heading) ? heading : bothWords(name, platform), sheet, pages: sides },
  }
}

function isSheet(value: unknown): value is PrintDocument['sheet'] {
  return isRecord(value)
}

function isHeading(value: unknown): value is NonNullable<PrintDocument['heading']> {
  return isRecord(value)
}

function isSide(value: unknown): value is PrintDocument['pages'][number] {
  const elements = isRecord(value) ? value.elements : undefined
  return Array.isArray(elements) && elements.length <= MAX_ELEMENTS && elements.every(isRecord)
}

/** Uploaded pictures that the template shows belong to its row from now on. @throws CERTIFICATE_TEMPLATE_PICTURE for files of others */
export async function claimPictures(row: TemplateRow, content: PrintDocument, context: HandlerContext): Promise<void> {
  await claimNamed(TEMPLATE_ENTITY, row, picturesOf(content), 'CERTIFICATE_TEMPLATE_PICTURE', context)
}

/** A template of another owner with copies of its pictures: the copy stays whole when the other is gone. */
export async function withOwnPictures(content: PrintDocument, context: HandlerContext): Promise<PrintDocument> {
  const copies = new Map<string, string>()
  for (const address of new Set(picturesOf(content))) {
    const file = storedFile(address)
    const stored = file === null ? null : await context.files.get(file)
    const copy = stored && (await context.files.copy(stored.id, { name: stored.name, purpose: 'certificate' }))
    if (copy) copies.set(address, fileAddress(copy.id))
  }
  return mapPictures(content, (address) => copies.get(address) ?? address)
}

/** The same template with other addresses of pictures. */
export function mapPictures(content: PrintDocument, map: (address: string) => string): PrintDocument {
  const element = (each: PrintElement): PrintElement =>
    each.kind === 'picture' && typeof each.picture === 'string' ? { ...each, picture: map(each.picture) } : each
  return { ...content, pages: content.pages.map((page) => ({ ...page, elements: page.elements.map(element) })) }
}

/** Addresses of the pictures that stand on it. */
export function picturesOf({ pages }: PrintDocument): string[] {
  return pages.flatMap(({ elements }) =>
    elements.flatMap((element) => (element.kind === 'picture' && typeof element.picture === 'string' ? [element.picture] : [])),
  )
}
