/** What a form hears about its submit: done, or the errors that the server found in the answers. Everything else is thrown on. */
import { CallError, isAborted } from '../runtime/client/CallError.ts'
import type { FormError } from '../runtime/core/contracts.ts'
import type { SubmitOutcome } from './form/contract.ts'

/**
 * @param run  answers false, or is aborted, when nothing was sent: the answers stay, and so does their draft
 * @throws     CallError when the call failed for another reason than the answers
 */
export async function submitOutcome(run: () => Promise<boolean>): Promise<SubmitOutcome> {
  try {
    return (await run()) ? { ok: true } : { errors: [] }
  } catch (error) {
    if (isAborted(error)) return { errors: [] }
    const found = error instanceof CallError ? (error.details as { errors?: FormError[]; hash?: string } | undefined) : undefined
    if (!found || !Array.isArray(found.errors)) throw error
    return { errors: found.errors, hash: found.hash }
  }
}
