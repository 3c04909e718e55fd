/** Permission codes are changed by those alone who hold the rights that the app document names, beside the right to publish. */
import type { DocumentName, Session } from '../../core/contracts.ts'
import type { EnumDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere } from '../../core/permissions.ts'
import type { Platform } from '../../core/platform.ts'

type Next = Pick<DocumentName, 'kind' | 'id'> & { content: unknown }

/** @throws PERMISSION_DENIED naming the code that is missing */
export function assertCodeRights(platform: Platform, next: readonly Next[], session: Session): void {
  const { permissionRights: rights, permissions } = platform.app
  if (!rights) return
  const held = heldAnywhere(session)
  const assertHeld = (code: string): void => {
    if (!held.has(code)) throw new AgonError('PERMISSION_DENIED', { call: permissions, permission: code })
  }
  for (const { content } of next.filter(({ kind, id }) => kind === 'enum' && id === permissions)) {
    const [before, after] = [byCode(platform.get('enum', permissions)), byCode(content as EnumDocument)]
    if ([...after.keys()].some((code) => !before.has(code))) assertHeld(rights.add)
    if ([...before.keys()].some((code) => !after.has(code))) assertHeld(rights.remove)
    if ([...after].some(([code, text]) => before.has(code) && before.get(code) !== text)) assertHeld(rights.change)
  }
}

function byCode({ values }: EnumDocument): Map<string, string> {
  return new Map(values.map((value) => [String(value.code), JSON.stringify(value)]))
}
