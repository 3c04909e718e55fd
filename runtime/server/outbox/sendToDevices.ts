/** A message to the devices of one person: it counts as sent when one of them took it. Rows of devices that take nothing any more are removed; the others
 *  that failed are not tried again once one has it, so that no device shows it twice. */
import type { PoolClient } from 'pg'
import { DeliveryError } from '../../core/contracts.ts'
import { quote, tableName } from '../database/tableNames.ts'

export type Device = Readonly<Record<string, unknown>> & { id: string }

interface Devices {
  entity: string
  userId: string | null
}

/** @throws DeliveryError when there is no device that takes messages; what the last one failed with when others may take it later */
export async function sendToDevices(
  client: PoolClient,
  { entity, userId }: Devices,
  send: (device: Device) => Promise<unknown>,
): Promise<void> {
  const table = quote(tableName(entity))
  const { rows } = await client.query<Device>(`SELECT * FROM ${table} WHERE "userId" = $1 ORDER BY id`, [userId])
  const outcomes = await Promise.allSettled(rows.map((device) => send(device)))
  const failures = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : null))
  const gone = rows.filter((_, at) => refusesAddress(failures[at])).map(({ id }) => id)
  if (gone.length > 0) await client.query(`DELETE FROM ${table} WHERE id = ANY($1)`, [gone])
  if (failures.includes(null)) return
  throw failures.findLast((failure) => !refusesAddress(failure)) ?? new DeliveryError('the person has no device that takes messages', true)
}

function refusesAddress(failure: unknown): boolean {
  return failure instanceof DeliveryError && failure.refusesAddress
}
