/** Rules of rows that areas give: `plugins/<area>/<thing>.rules.ts`, read when the server starts. */
import { pathToFileURL } from 'node:url'
import type { GivenRules, HandlerContext } from '../../core/contracts.ts'
import { findRules } from '../findPlugins.ts'
import type { Values } from './rowStatements.ts'

type Moment<A extends unknown[], R = void> = (...given: [...A, context: HandlerContext]) => Promise<R>

/** `RowRules` of an entity that is known at run time. */
export interface Rules {
  beforeSave?: Moment<[row: Values | null, change: Values], Values | undefined>
  afterSave?: Moment<[row: Values, before: Values | null]>
  beforeRemove?: Moment<[row: Values]>
  afterTransition?: Readonly<Record<string, Moment<[row: Values]>>>
}
/** Entity -> its rules, in the order of the names of their files. */
export type RulesOf = ReadonlyMap<string, readonly Rules[]>

export async function importRules(folders: readonly string[]): Promise<RulesOf> {
  const found = folders.flatMap(findRules).sort((one, other) => (one.name < other.name ? -1 : 1))
  const given: GivenRules[] = []
  for (const { file } of found) given.push(((await import(pathToFileURL(file).href)) as { default: GivenRules }).default)
  const groups = Map.groupBy(given, ({ entity }) => entity as string)
  return new Map([...groups].map(([entity, of]) => [entity, of.map(({ rules }) => rules as Rules)]))
}
