/** The time zone of the platform, as its app document names it, and that of the person. */
import { platformZone } from '../core/values/platformZone.ts'
import { isFirstScreen } from './firstScreen.ts'

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** IANA names. On the first screen the person's is not known yet. */
export function zones(): { platform: string; own: string } {
  const platform = platformZone()
  return { platform, own: isFirstScreen() ? platform : own }
}
