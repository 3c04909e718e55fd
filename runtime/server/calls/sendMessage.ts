/** Puts a message into the outbox (entity `platform.outbox`), inside the transaction: it exists exactly when the write that speaks of it does. */
import { AgonError } from '../../core/errors.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import type { CallRun } from './CallRun.ts'

/** @throws DOCUMENT_UNKNOWN for a template that does not exist. A receiver without user and address gets nothing. */
export async function sendMessage(
  run: CallRun,
  templateId: string,
  to: { userId?: string; address?: string },
  variables: Record<string, unknown>,
): Promise<void> {
  const template = run.set.platform.get('template', templateId)
  if (!to.userId && !to.address) return
  const unknown = Object.keys(variables).find((name) => !Object.hasOwn(template.variables, name))
  if (unknown)
    throw new AgonError('CALL_COMPILE', { call: run.call?.id ?? '', reason: `template ${templateId} has no variable "${unknown}"` })
  const writer = new SqlWriter()
  const values = [
    writer.value(template.id, 'text'),
    writer.value(template.channel, 'text'),
    writer.value(to.userId ?? null, 'text'),
    writer.value(to.address ?? null, 'text'),
    writer.value(run.lang, 'text'),
    writer.value(JSON.stringify(variables), 'jsonb'),
  ]
  await run.query(
    writer.statement(
      `INSERT INTO platform_outbox ("template", "channel", "userId", "address", "lang", "variables") VALUES (${values.join(', ')})`,
    ),
  )
}
