/** What the prompt of `npm run repl` offers. */
import type { Session } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import type { Lang } from '../../runtime/core/platform.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { createPlace } from './createPlace.ts'
import { explainAccess } from './explainAccess.ts'
import { findDocument } from './findDocument.ts'
import { findPerson } from './findPerson.ts'
import { readRows } from './readRows.ts'

export const TOOLS = [
  { use: "rows('competition', { published: true }, 5)", does: 'rows of an entity: values that fields must have, how many' },
  { use: "as('student').call('signup.mine', {})", does: 'a call as a person, by username or id; as(null) is a visitor' },
  { use: "why('student', 'signup.approve')", does: 'whether a person may make a call, open a page or use a permission, and by what' },
  { use: "scope('page:competition.details', '/body/0')", does: 'the names that an expression at a place of a document may read' },
  { use: "ev('=size(title.zh)', { title: { zh: '...' } })", does: 'type and value of an expression, in the scope asked for last' },
  { use: "document('page:competition.details')", does: 'a document as the platform works with it' },
] as const

/** What a write of a database that is only to be read is refused as: a server waits for one that may be written. */
const NOT_WRITABLE = 'BUSY'

/** @param writes  whether the database may be written */
export function replTools(deps: ServerDeps, writes: boolean): Readonly<Record<string, unknown>> {
  const place = createPlace(deps)
  let asker: Session = deps.services.sessions.visitor()
  return {
    rows: (entity: string, values?: Record<string, unknown>, limit?: number) => readRows(deps, entity, values, limit),
    as: (name: string | null) => ({
      session: () => findPerson(deps, name),
      call: async (id: string, input: Record<string, unknown> = {}, lang: Lang = 'en') => {
        findDocument(deps.platform(), `call:${id}`)
        asker = await findPerson(deps, name)
        return deps.calls.run(id, input, { session: asker, lang }).catch((error: unknown) => refuse(id, error, writes))
      },
    }),
    why: async (name: string | null, what: string) => explainAccess(deps, await findPerson(deps, name), what),
    scope: place.scope,
    ev: (source: string, values: Record<string, unknown> = {}) => place.evaluate(source, values, asker),
    document: (name: string) => findDocument(deps.platform(), name).content,
  }
}

/** Says a refusal with its facts. */
function refuse(id: string, error: unknown, writes: boolean): never {
  if (!(error instanceof AgonError)) throw error
  if (!writes && error.code === NOT_WRITABLE)
    throw new Error(`${id} writes, if only how often it is asked: this prompt reads alone, start it with "npm run repl -- --write"`)
  throw new Error(mistakes(error) ?? error.message)
}

/** What is wrong with an input, field by field. */
function mistakes({ code, details }: AgonError): string | null {
  const { errors } = details
  return Array.isArray(errors) ? `${code}: ${errors.map(({ path, rule }) => `${path || '/'} ${rule}`).join(', ')}` : null
}
