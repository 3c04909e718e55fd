/** Entries -> a calendar file (RFC 5545): lines end with CRLF and are folded at 75 octets, never inside a character; texts are escaped. */

export interface CalendarEntry {
  /** Stays the same for the same entry: calendars then replace it instead of adding it again. */
  uid: string
  title: string
  text?: string
  place?: string
  address?: string
  /** ISO 8601, UTC. */
  start: string
  /** Equal to `start` for a moment. */
  end: string
}
export interface CalendarFacts {
  name: string
  /** When the file was made. */
  stamp: Date
  entries: readonly CalendarEntry[]
}

const LINE_OCTETS = 75
const PRODUCT = '-//Agon//Competitions//EN'

/** The text of an `.ics` file. @param stamp moment of creation, ISO 8601 */
export function calendarFile({ name, stamp, entries }: CalendarFacts): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap((entry) => entryLines(entry, stamp.toISOString())),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function entryLines({ uid, title, text, place, address, start, end }: CalendarEntry, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${moment(stamp)}`,
    `DTSTART:${moment(start)}`,
    ...(end > start ? [`DTEND:${moment(end)}`] : []),
    `SUMMARY:${escaped(title)}`,
    ...(text ? [`DESCRIPTION:${escaped(text)}`] : []),
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(address ? [`URL:${address}`] : []),
    // a date of a competition does not make anyone busy
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** `2026-11-21T08:00:00.000Z` -> `20261121T080000Z`. */
function moment(iso: string): string {
  return `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Continuation lines begin with a space, which counts. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LINE_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
