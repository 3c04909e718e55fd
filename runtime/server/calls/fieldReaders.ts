/** Fields with `readers`. A person who may not read the value must not learn it by filtering, searching or sorting either. */
import type { Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere, holdsPermission } from '../../core/permissions.ts'
import { entityField } from '../database/tableNames.ts'
import type { RowSelection } from './rowSource.ts'

/**
 * @param byPath  answers are asked for by paths into them, which `assertOpenPaths` looks at
 * @throws CALL_COMPILE for what no one can ask for: a secret, a masked field, answers as a whole. The function throws PERMISSION_DENIED for a session
 *  that may not read the field.
 */
export function outputReaders(callId: string, { entity }: RowSelection, name: string, byPath = false): (session: Session) => void {
  const field = entityField(entity, name)
  if (field?.type === 'secret')
    throw new AgonError('CALL_COMPILE', { call: callId, field: name, reason: `"${name}" of ${entity.id} is a secret` })
  if (field?.mask !== undefined || (field?.form !== undefined && !byPath))
    throw new AgonError('CALL_COMPILE', {
      call: callId,
      field: name,
      reason: `"${name}" of ${entity.id} is personal: it cannot be asked for`,
    })
  const readers = field?.readers
  if (readers === undefined) return () => {}
  return (session) => {
    if (!holdsPermission(heldAnywhere(session), readers)) throw new AgonError('PERMISSION_DENIED', { call: callId, permission: readers })
  }
}
