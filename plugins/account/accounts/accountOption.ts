/** An account to choose: the name, and the user name that tells people of one name apart, masked where it is somebody's phone or address. */
import { maskRow } from '../../../runtime/core/masking/entityMasks.ts'
import type { Platform } from '../../../runtime/core/platform.ts'

export function accountOption(row: { id: unknown; name: unknown; userName: unknown }, platform: Platform): { id: string; name: string } {
  const { id, name, userName } = maskRow(row, 'account.user', platform)
  return { id: String(id), name: `${name}（${userName}）` }
}
