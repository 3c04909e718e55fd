/** Whether what a public page is about (its sources with `subject`) exists for a visitor. Crawlers and checkers of links look at the status of the page
 *  alone; people are told by the screen. Other pages answer alike whatever they are about: nobody learns from outside what exists. */
import { expandFragments } from '../../core/documents/expand-fragments.ts'
import type { PageDocument, Source } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { sessionFacts } from '../../core/permissions.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { readQuery } from '../../core/readQuery.ts'
import { compileValue, type EvaluateValue } from '../calls/compileValue.ts'
import type { RequestFacts, ServerDeps } from '../server-context.ts'

export interface Visit {
  page: PageDocument
  path: string
  route: Readonly<Record<string, string>>
  /** With its question mark, or empty. */
  search: string
  lang: Lang
  request: RequestFacts
}
interface Subject {
  call: string
  params: EvaluateValue
  when: EvaluateValue
}

/** The row is not there, or the address names none that could be. */
const GONE: readonly string[] = ['NOT_FOUND', 'CALL_INPUT']

export async function subjectGone(deps: ServerDeps, { page, path, route, search, lang, request }: Visit): Promise<boolean> {
  if (page.access !== 'public') return false
  const session = deps.services.sessions.visitor()
  const query = readQuery(search, page.parameters ?? {})
  const scope = { path, route, query, lang, session: sessionFacts(session), now: deps.clock().toISOString(), state: page.state ?? {} }
  for (const { call, params, when } of subjectsOf(deps.platform(), page)) {
    if (when(scope) !== true) continue
    const given = Object.entries(params(scope) as Record<string, unknown>).filter(([, value]) => value !== null && value !== undefined)
    try {
      await deps.calls.run(call, Object.fromEntries(given), { session, lang, request })
    } catch (error) {
      if (error instanceof AgonError && GONE.includes(error.code)) return true
    }
  }
  return false
}

const known = new WeakMap<Platform, Map<string, Subject[]>>()

function subjectsOf(platform: Platform, page: PageDocument): Subject[] {
  const pages = known.get(platform) ?? new Map<string, Subject[]>()
  known.set(platform, pages)
  const found = pages.get(page.id) ?? compileSubjects(expandFragments(page, (id) => platform.documents.fragment.get(id)).sources)
  pages.set(page.id, found)
  return found
}

function compileSubjects(sources: Record<string, Source> = {}): Subject[] {
  return Object.values(sources)
    .filter(({ subject }) => subject)
    .map(({ call, params = {}, when }) => ({ call, params: compileValue(params), when: when ? compileValue(when) : () => true }))
}
