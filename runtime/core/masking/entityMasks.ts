/** How values of an entity's fields are masked. A field with `like` is personal for some people only: a username that is a phone number or an
 *  address. */
import type { EntityField, Mask } from '../documents.ts'
import type { Platform } from '../platform.ts'
import { maskText } from './maskText.ts'

/** Masks what has the shape (a pattern, as JavaScript and PostgreSQL both read it); null: everything. */
export interface ShapedMask {
  mask: Mask
  shape: string | null
}

/** @returns in order: the first one that has the value's shape counts; empty for a field that is not masked */
export function entityMasks({ mask }: Pick<EntityField, 'mask'>, platform: Pick<Platform, 'get'>): ShapedMask[] {
  if (mask === undefined) return []
  if (typeof mask === 'string') return ofKeyword(mask, platform).map((each) => ({ ...each, shape: null }))
  if ('like' in mask) return mask.like.flatMap((id) => ofKeyword(id, platform))
  return [{ mask, shape: null }]
}

function ofKeyword(id: string, platform: Pick<Platform, 'get'>): ShapedMask[] {
  const { mask, shape } = platform.get('keyword', id)
  return mask ? [{ mask, shape: shape ?? null }] : []
}

/** The text as others see it. */
export function maskShaped(text: string, masks: readonly ShapedMask[]): string {
  const found = masks.find(({ shape }) => shape === null || new RegExp(shape).test(text))
  return found ? maskText(text, found.mask) : text
}

/** A row of the entity as others see it, for lists that handlers make; fields that the entity does not know stay as they are. */
export function maskRow<T extends object>(row: T, entity: string, platform: Pick<Platform, 'get'>): T {
  const { fields } = platform.get('entity', entity)
  const masked = Object.entries(row).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name]! : {}
    return [name, typeof value === 'string' ? maskShaped(value, entityMasks(field, platform)) : value]
  })
  return Object.fromEntries(masked) as T
}
