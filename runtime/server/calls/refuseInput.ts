import { AgonError } from '../../core/errors.ts'

/** @throws CALL_INPUT in the shape of a validation error */
export function refuseInput(callId: string, path: string, rule: string): never {
  throw new AgonError('CALL_INPUT', { call: callId, errors: [{ path, rule }] })
}
