/** Files that content names by their addresses belong to its row from now on: what one person designs never shows a file of someone else. */
import type { EntityTypes, ErrorCode, HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'

const FILE_ADDRESS = /^\/api\/platform\/file\/([\w-]{22})$/

/** The stored file that an address names; undefined for other addresses. */
export function namedFile(address: string): string | undefined {
  return FILE_ADDRESS.exec(address)?.[1]
}

/** @param row  holds its files in `pictures`  @throws `error` for files of others */
export async function claimNamed(
  entity: keyof EntityTypes,
  row: { id: string; pictures: unknown },
  addresses: readonly string[],
  error: ErrorCode,
  context: HandlerContext,
): Promise<void> {
  const held = (row.pictures ?? []) as StoredFile[]
  const added: StoredFile[] = []
  for (const id of new Set(addresses.flatMap((address) => namedFile(address) ?? []))) {
    if (held.some((file) => file.id === id)) continue
    const file = await context.files.get(id)
    if (file?.ownerId !== context.session.userId) context.fail(error)
    else added.push(file)
  }
  if (added.length > 0) await context.rows.save(entity, row, { pictures: [...held, ...added] })
}
