/** Values of a settings document, by name. */
import type { SettingsName, SettingsTypes } from './contracts.ts'
import type { Platform } from './platform.ts'

/** @throws DOCUMENT_UNKNOWN */
export function settingsOf<N extends SettingsName>(id: N, platform: Pick<Platform, 'get'>): SettingsTypes[N] {
  const values = Object.entries(platform.get('settings', id).values)
  return Object.fromEntries(values.map(([name, { value }]) => [name, value])) as unknown as SettingsTypes[N]
}
