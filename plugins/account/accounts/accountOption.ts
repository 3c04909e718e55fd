/** An account as an option: the name, and the username, by which people of the same name differ. A username that is a phone number or an address is
 *  masked. */
import { maskRow } from '../../../runtime/core/masking/entityMasks.ts'
import type { Platform } from '../../../runtime/core/platform.ts'

export function accountOption(row: { id: unknown; name: unknown; userName: unknown }, platform: Platform): { id: string; name: string } {
  const { id, name, userName } = maskRow(row, 'account.user', platform)
  return { id: String(id), name: `${name}（${userName}）` }
}
