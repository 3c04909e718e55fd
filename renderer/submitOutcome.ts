/** What a form hears about its submit: done, or the errors that the server found in the answers. Everything else is thrown on. */
import { CallError } from '../runtime/client/CallError.ts'
import type { FormError } from '../runtime/core/contracts.ts'
import type { SubmitOutcome } from './form/contract.ts'

/** @throws CallError when the call failed for another reason than the answers */
export async function submitOutcome(run: () => Promise<void>): Promise<SubmitOutcome> {
  try {
    await run()
    return { ok: true }
  } catch (error) {
    const found = error instanceof CallError ? (error.details as { errors?: FormError[]; hash?: string } | undefined) : undefined
    if (!found || !Array.isArray(found.errors)) throw error
    return { errors: found.errors, hash: found.hash }
  }
}
