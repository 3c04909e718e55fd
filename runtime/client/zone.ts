/** The time zone of the platform, as its app document names it, and that of the person. */

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
let platform = own

/** Called with each boot. @param zone  IANA name */
export function setPlatformZone(zone: string): void {
  platform = zone
}

/** IANA names. */
export function zones(): { platform: string; own: string } {
  return { platform, own }
}
