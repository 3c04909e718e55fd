/** Whether the answer of a call names a job that makes a file: of every export, and of handlers that say so. */
import type { CallDocument } from './documents.ts'

export function makesFile({ operation, fileReply }: CallDocument): boolean {
  return operation?.kind === 'export' || fileReply === true
}
