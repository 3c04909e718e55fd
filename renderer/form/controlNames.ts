import { plainNames } from './controls.ts'
import { richNames } from './richControls.ts'

/** Names of all controls, as `x-widget` may name them. */
export function controlNames(): string[] {
  return [...plainNames(), ...richNames()]
}
