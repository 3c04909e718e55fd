/** The data of the demo, as it stands in `plugins/demo/`. */
import { existsSync, readFileSync } from 'node:fs'
import type { LocalText } from '../../runtime/core/documents.ts'

export interface DemoOrganisation {
  key: string
  /** Key of the organisation above. */
  superior?: string
  certifiedAt?: string
  kind: string
  name: LocalText
  introduction: LocalText
  contactPhone: string
  contactEmail: string
  address: LocalText
}
export interface DemoEvent {
  key: string
  title: LocalText
  summary: LocalText | null
  /** `full`: as many as the demo's registrations take. Null: no limit. */
  capacity: number | 'full' | null
  fee: number
  /** Days from now. */
  startsAt: number
  endsAt: number
}
/** Times are days from now. */
export interface DemoCompetition {
  key: string
  organisation: string
  /** Default true. */
  published?: boolean
  /** Name of a cover in `plugins/demo/covers.ts`; after a colon, by how many degrees its colours are turned. */
  cover: string
  /** Id of its form: the file in `plugins/demo/forms/`, or what a new form begins as. */
  form: string | null
  nameField?: string
  schoolField?: string
  playersPublic?: boolean
  teamsPublic?: boolean
  worksPublic?: boolean
  teamMin?: number
  teamMax?: number
  instructorMax?: number
  /** Id of its form of works. */
  workForm?: string
  /** Its fees are charged: columns of pay.setting. */
  payment?: { holdHours: number; reminderHours: number }
  title: LocalText
  summary: LocalText
  introduction: LocalText
  awards: LocalText | null
  level: string
  type: string
  mode: string
  subject: string
  audience: string
  language: string
  venue: string
  prize?: LocalText
  organisers: LocalText
  coOrganisers: LocalText | null
  place: LocalText
  region?: string
  signupStart: number
  signupEnd: number
  editEnd: number
  competitionStart: number
  competitionEnd: number
  worksStart: number | null
  worksEnd: number | null
  resultDate: number
  capacity: number | null
  events: DemoEvent[]
  milestones: { title: LocalText; text?: LocalText; at: number; until: number }[]
  news: { type: string; title: LocalText; body: LocalText; at: number }[]
}
export interface DemoSchool {
  /** Key of the organisation that acts for it. */
  organisation?: string
  code: string
  name: LocalText
  region: string
}

/** The form document of an id; null when the demo has none of its own. */
export function demoForm(id: string): object | null {
  const file = `forms/${id.split('.')[1]}.form.json`
  return existsSync(demoFile(file)) ? readDemo(file) : null
}

/** Reads one file of `plugins/demo/`. */
export function readDemo<T>(file: string): T {
  return JSON.parse(readFileSync(demoFile(file), 'utf8')) as T
}

function demoFile(file: string): URL {
  return new URL(`../../plugins/demo/${file}`, import.meta.url)
}

const DAY_MS = 86_400_000
/** The demonstration plays in China. */
const CHINA_MS = 8 * 3_600_000

/** A moment of a schedule: noon in China, so many days from today, as stored (ISO 8601 UTC). A fraction adds hours. */
export function scheduled(now: Date, days: number): string {
  const today = Math.floor((now.getTime() + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS
  return new Date(today + DAY_MS / 2 + Math.round(days * DAY_MS)).toISOString()
}

/** A moment so many days from now, as stored: ISO 8601 UTC, on the full hour. */
export function moment(now: Date, days: number): string {
  const hour = Math.floor(now.getTime() / 3_600_000) * 3_600_000
  return new Date(hour + Math.round(days * DAY_MS)).toISOString()
}
