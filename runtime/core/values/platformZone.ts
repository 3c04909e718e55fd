/** The time zone that days follow: of the platform that this process serves, or that this page belongs to. */
import { dayAt } from '../momentText.ts'

let zone = 'UTC'

/** Called when a platform goes live. @param name  IANA name */
export function setPlatformZone(name: string): void {
  zone = name
}

/** IANA name. */
export function platformZone(): string {
  return zone
}

/** The day of a moment, `YYYY-MM-DD`. */
export function platformDay(moment: Date): string {
  return dayAt(moment, zone)
}
