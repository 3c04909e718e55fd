/** What comes from a designer, from a file or from another skin -> the content of a skin's document, with its own id and nothing that only built-in skins have. */
import type { HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import type { SkinDocument } from '../../runtime/core/documents.ts'
import { isTooDeep } from '../../runtime/core/jsonDepth.ts'
import { SKIN_ENTITY, type SkinRow } from './skin.ts'

const FILE_ADDRESS = /^\/api\/platform\/file\/([\w-]+)$/
const KEPT = ['extends', 'dark', 'tokens', 'images', 'layout', 'other'] as const

/** @throws SKIN_IMPORT when it is no skin at all; its tokens are checked when it is published */
export function skinContent(given: Record<string, unknown>, { documentId, name }: SkinRow, { fail }: HandlerContext): SkinDocument {
  if (typeof given.tokens !== 'object' || given.tokens === null || Array.isArray(given.tokens)) fail('SKIN_IMPORT', { reason: 'tokens' })
  const kept = Object.fromEntries(KEPT.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]))
  return { $schema: '../kinds/skin.schema.json', id: documentId!, version: 1, title: name, ...kept } as unknown as SkinDocument
}

/** @throws SKIN_IMPORT, BODY_SYNTAX */
export function parseSkin(text: string, { fail }: HandlerContext): Record<string, unknown> {
  if (isTooDeep(text)) fail('BODY_SYNTAX')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    return fail('SKIN_IMPORT', { reason: (error as Error).message })
  }
  return fail('SKIN_IMPORT', { reason: '{}' })
}

/** Pictures of the platform that the skin shows belong to its row from now on. @throws SKIN_PICTURE for files of others */
export async function claimPictures(row: SkinRow, content: SkinDocument, context: HandlerContext): Promise<void> {
  const held = (row.pictures ?? []) as unknown as StoredFile[]
  const addresses = Object.values(content.images ?? {})
  if (addresses.some((address) => !FILE_ADDRESS.test(address) && !address.startsWith('data:image/'))) context.fail('SKIN_PICTURE')
  const named = addresses.flatMap((address) => FILE_ADDRESS.exec(address)?.[1] ?? [])
  const added: StoredFile[] = []
  for (const id of new Set(named)) {
    if (held.some((file) => file.id === id)) continue
    const file = await context.files.get(id)
    if (file?.ownerId !== context.session.userId) context.fail('SKIN_PICTURE')
    else added.push(file)
  }
  if (added.length === 0) return
  const pictures = [...held, ...added]
  await context.change(SKIN_ENTITY, row, { pictures })
}
