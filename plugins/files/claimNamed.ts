/** Files that content names by their addresses belong to its row from now on: what one person designs never shows a file of someone else. */
import type { EntityTypes, ErrorCode, HandlerContext, StoredFile } from '../../runtime/core/contracts.ts'
import { storedFile } from '../../runtime/core/storedFile.ts'

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
  for (const id of new Set(addresses.flatMap((address) => storedFile(address) ?? []))) {
    if (held.some((file) => file.id === id)) continue
    const file = await context.files.get(id)
    if (file?.ownerId !== context.session.userId) context.fail(error)
    else added.push(file)
  }
  if (added.length > 0) await context.rows.save(entity, row, { pictures: [...held, ...added] })
}
