/** While the platform is read-only, actions that write wait: their buttons are disabled with the reason. */
import type { Action, ActionStep } from '../core/documents.ts'
import { booted } from './boot.ts'
import { findDocument } from './library.ts'
import { namedAction } from './namedAction.ts'
import { translate } from './texts.ts'

/** @returns why the action has to wait now; empty: it need not */
export function waitReason(action: Action | undefined): string {
  return action && isReadOnly() && action.steps.some(needsWrite) ? translate('kernel.mode.readOnly.reason') : ''
}

/** Whether a chain continues without the step now: what it would write is missed by no one. */
export function isPassedOver(step: ActionStep): boolean {
  return isReadOnly() && 'call' in step && step.noError === true && writes(step.call)
}

function isReadOnly(): boolean {
  return booted.boot?.mode.readOnly === true
}

function needsWrite(step: ActionStep): boolean {
  if ('call' in step) return !step.noError && writes(step.call)
  return 'run' in step && (namedAction(step.run)?.steps.some(needsWrite) ?? false)
}

function writes(call: string): boolean {
  const wire = findDocument('calls', call)
  return wire?.writes === true && !wire.whileReadOnly
}
