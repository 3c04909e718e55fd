/** The time zone of the platform, as its app document names it, and that of the person. */
import { platformZone } from '../core/values/platformZone.ts'

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** IANA names. */
export function zones(): { platform: string; own: string } {
  return { platform: platformZone(), own }
}
