/** The first screen of a public page comes drawn. Until the browser has taken it over, it draws the same from the same: the answers, the moment, the width and
 *  the zone of the server. The server draws by this module too, and learns from it which answers were missing. */
import type { PageDocument } from '../core/documents.ts'
import type { FirstScreen } from '../core/wire.ts'
import { holdTime } from './clock.ts'

type Drawn = Pick<FirstScreen, 'at' | 'phone' | 'answers'> & { page: PageDocument }

let drawn: { phone: boolean; page: PageDocument; answers: ReadonlyMap<string, unknown> } | null = null
const missing = new Map<string, { call: string; params: Record<string, unknown> }>()

/** From here on what is drawn is the first screen. */
export function beginFirstScreen({ at, phone, page, answers }: Drawn): void {
  missing.clear()
  holdTime(at)
  drawn = { phone, page, answers: new Map(answers.map(([call, params, data]) => [`${call} ${params}`, data])) }
}

/** It stands on the screen. @returns the answers that were looked for in vain */
export function endFirstScreen(): readonly { call: string; params: Record<string, unknown> }[] {
  drawn = null
  holdTime(null)
  return [...missing.values()]
}

/** Whether what is drawn now is the first screen. */
export function isFirstScreen(): boolean {
  return drawn !== null
}

/** Whether the first screen is that of a phone; undefined when it is not the first. */
export function firstPhone(): boolean | undefined {
  return drawn?.phone
}

/** The page of the first screen; null when another one is wanted, or none came. */
export function firstPage(id: string): PageDocument | null {
  return drawn?.page.id === id ? drawn.page : null
}

/** The answer that came with the page; null when there is none, or this is not the first screen. */
export function firstAnswer(call: string, params: Record<string, unknown>): { data: unknown } | null {
  if (!drawn) return null
  const given = givenParams(params)
  const key = `${call} ${JSON.stringify(given)}`
  if (drawn.answers.has(key)) return { data: drawn.answers.get(key) }
  missing.set(key, { call, params: given })
  return null
}

function givenParams(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined))
}
