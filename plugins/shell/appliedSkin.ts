/** The applied skin with an id: one of the platform, or a published one that belongs to one object. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { SkinDocument } from '../../runtime/core/documents.ts'
import { type AppliedSkin, resolveSkin } from '../../runtime/core/skin/resolveSkin.ts'

type Reader = Pick<HandlerContext, 'platform' | 'documents'>

/** Documents of skins that belong to one object begin with this. */
export const OWN = 'own.skin.'

/** Null for one that is gone. */
export async function appliedSkin(id: string | null, { platform, documents }: Reader): Promise<AppliedSkin | null> {
  if (id === null) return null
  const found = id.startsWith(OWN)
    ? ((await documents.store.published('skin', id))?.content as SkinDocument | undefined)
    : platform.documents.skin.get(id)
  return found ? resolveSkin(found, (parent) => platform.documents.skin.get(parent)) : null
}
