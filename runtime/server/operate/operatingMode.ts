/** How the platform works now: only to be read, by the settings document `platform.operation`, or as a rehearsal on a copy, by the environment. */
import type { OperatingMode } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'
import type { ServerDeps } from '../serverContext.ts'

export const OPERATION_SETTINGS = 'platform.operation'

export function operatingMode({ platform, config }: Pick<ServerDeps, 'platform' | 'config'>): OperatingMode {
  return { readOnly: isReadOnly(platform()), rehearsal: config.rehearsal }
}

/** Calls that write are refused, and jobs wait. */
export function isReadOnly(platform: Pick<Platform, 'documents'>): boolean {
  return platform.documents.settings.get(OPERATION_SETTINGS)?.values.readOnly?.value === true
}

/** @param setting  REHEARSAL: `on`, or nothing. @throws Error in one line for another word */
export function readRehearsal(setting: string | undefined): boolean {
  if (setting && setting !== 'on') throw new Error(`REHEARSAL must be "on" or absent, not "${setting}"`)
  return setting === 'on'
}
