/** Checks of the finder of a frame: what its lists are asked with, and how their rows are shown. */
import type { ChromeDocument } from '../documents.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkTextValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkSources } from './linkSources.ts'
import { outputType } from './scopeTypes.ts'

type Finder = NonNullable<ChromeDocument['finder']>
type FinderList = NonNullable<Finder['lists']>[number]

/** @param place  of the finder, with what is in scope in its frame */
export function linkFinder(linker: Linker, place: ExpressionPlace, finder: Finder): void {
  const at = (...keys: (string | number)[]): ExpressionPlace => ({ ...place, path: keys.reduce<string>(pointer, place.path) })
  for (const [index, list] of (finder.lists ?? []).entries()) linkList(linker, at('lists', index), list)
  if (!finder.recent) return
  linkCel(linker, at('recent', 'when'), finder.recent.when, 'boolean')
  linkCel(linker, at('recent', 'title'), finder.recent.title)
  linkTextValues(linker, at('recent', 'to'), finder.recent.to)
}

function linkList(linker: Linker, place: ExpressionPlace, { title, source, item }: FinderList): void {
  linkTextValues(linker, { ...place, path: pointer(place.path, 'title') }, title)
  linkSources(linker, place, { source })
  const call = linker.index.get('call', source.call)
  const isList = call?.operation?.kind === 'list'
  if (call !== undefined && !isList) {
    const found = `"${source.call}", which answers no list`
    const path = pointer(pointer(place.path, 'source'), 'call')
    linker.report(place.document, {
      code: 'VALUE',
      path,
      expected: 'a call that answers a list',
      found,
      suggestion: 'name a call with "list"',
    })
  }
  const row = call !== undefined && isList ? outputType(call, linker.index) : 'dyn'
  const inner = (key: string): ExpressionPlace => ({
    ...place,
    path: pointer(pointer(place.path, 'item'), key),
    scope: { ...place.scope, item: row, row },
  })
  linkCel(linker, inner('title'), item.title)
  if (item.text) linkCel(linker, inner('text'), item.text)
  linkTextValues(linker, inner('to'), item.to)
}
