/** What comes from a designer, from a file or from another skin -> the content of a skin's document, with its own id and nothing that only built-in skins have. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { SkinDocument } from '../../runtime/core/documents.ts'
import { storedFile } from '../../runtime/core/storedFile.ts'
import { claimNamed } from '../files/claimNamed.ts'
import { SKIN_ENTITY, type SkinRow } from './skin.ts'

const KEPT = ['extends', 'dark', 'tokens', 'images', 'layout', 'other'] as const

/** @throws SKIN_IMPORT when it is no skin at all; its tokens are checked when it is published */
export function skinContent(given: Record<string, unknown>, { documentId, name }: SkinRow, { fail }: HandlerContext): SkinDocument {
  if (typeof given.tokens !== 'object' || given.tokens === null || Array.isArray(given.tokens)) fail('SKIN_IMPORT', { reason: 'tokens' })
  const kept = Object.fromEntries(KEPT.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]))
  return { $schema: '../kinds/skin.schema.json', id: documentId!, version: 1, title: name, ...kept } as SkinDocument
}

/** Pictures of the platform that the skin shows belong to its row from now on. @throws SKIN_PICTURE for files of others */
export async function claimPictures(row: SkinRow, content: SkinDocument, context: HandlerContext): Promise<void> {
  const addresses = Object.values(content.images ?? {})
  if (addresses.some((address) => storedFile(address) === null && !address.startsWith('data:image/'))) context.fail('SKIN_PICTURE')
  await claimNamed(SKIN_ENTITY, row, addresses, 'SKIN_PICTURE', context)
}
