/** Functions of expressions that have a counterpart in SQL. */
import type { Ast, CallNode } from '../../../core/expressions/index.ts'
import { relatedRows } from '../../../core/expressions/relatedRows.ts'
import { reachedBy } from '../asker.ts'
import { evaluateConstant } from '../evaluateConstant.ts'
import { movedDays, movedMinutes } from './arithmetic.ts'
import { as, castToText } from './casts.ts'
import { anyConstant, condition, type Fragment } from './fragment.ts'
import type { SqlCompiler } from './SqlCompiler.ts'

export const FUNCTIONS: Readonly<Record<string, (compiler: SqlCompiler, args: Ast[], node: CallNode) => Fragment>> = {
  startsWith: textTest((text, part) => `starts_with(${text}, ${part})`),
  endsWith: textTest((text, part) => `right(${text}, char_length(${part})) = ${part}`),
  contains: textTest((text, part) => `strpos(${text}, ${part}) > 0`),
  everywhere(_compiler, [permission]) {
    const asked = evaluateConstant(permission!)
    const fragment: Fragment = {
      kind: 'constant',
      literalKind: 'boolean',
      constant: (scope) => reachedBy(scope, asked(scope), '') === null,
      write: (at) => anyConstant(fragment, at),
    }
    return fragment
  },
  addDays(compiler, [date, days], node) {
    const from = compiler.compile(date!)
    const { kind } = from
    if (kind !== 'date' && kind !== 'datetime') return compiler.refuse(node, 'only a date or a datetime of a row is moved in SQL')
    const count = compiler.number(days!)
    return { kind, write: (at) => movedDays(kind, from.write(at, 'exact'), count.write(at, 'exact')) }
  },
  addMinutes(compiler, [date, minutes], node) {
    const from = compiler.compile(date!)
    if (from.kind !== 'datetime') return compiler.refuse(node, 'only a datetime of a row is moved by minutes in SQL')
    const count = compiler.number(minutes!)
    return { kind: 'datetime', write: (at) => movedMinutes(from.write(at, 'exact'), count.write(at, 'exact')) }
  },
  sum: (compiler, [only], node) => totalOf(compiler, only!, node),
  min: (compiler, [only], node) => totalOf(compiler, only!, node),
  max: (compiler, [only], node) => totalOf(compiler, only!, node),
  size(compiler, [only], node) {
    const rows = relatedRows(only!)
    if (rows) return compiler.total('size', rows, node)
    const fragment = compiler.compile(only!)
    if (fragment.kind === 'json') return { kind: 'number', write: (at) => jsonSize(fragment.write(at, 'exact')) }
    const text = as(fragment, 'string') ?? compiler.refuse(node, `a ${fragment.kind} has no size`)
    return { kind: 'number', write: (at) => `coalesce(char_length(${text.write(at, 'exact')}), 0)` }
  },
  string(compiler, [only], node) {
    const fragment = compiler.compile(only!)
    if (fragment.native === 'integer') return castToText(fragment)
    return as(fragment, 'string') ?? compiler.refuse(node, `a ${fragment.kind} is not made a text in SQL`)
  },
  coalesce(compiler, args, node) {
    const fragments = args.map((arg) => compiler.compile(arg))
    const kind = fragments.map(({ kind, literalKind }) => literalKind ?? kind).find((found) => found !== 'constant')!
    const same = fragments.map((fragment) => as(fragment, kind) ?? compiler.refuse(node, 'the arguments are of different kinds'))
    return { kind, nullable: true, write: (at) => `coalesce(${same.map((fragment) => fragment.write(at, 'exact')).join(', ')})` }
  },
}

function totalOf(compiler: SqlCompiler, list: Ast, node: CallNode): Fragment {
  const rows = relatedRows(list)
  return rows ? compiler.total(node.name, rows, node) : compiler.refuse(node, `${node.name}() has no counterpart in SQL but of other rows`)
}

function textTest(sql: (text: string, part: string) => string) {
  return (compiler: SqlCompiler, [text, part]: Ast[]): Fragment => {
    const [whole, piece] = [compiler.text(text!), compiler.text(part!)]
    return condition((at) => sql(whole.write(at, 'exact'), piece.write(at, 'exact')))
  }
}

function jsonSize(json: string): string {
  return `CASE jsonb_typeof(${json}) WHEN 'array' THEN jsonb_array_length(${json}) WHEN 'object' THEN (SELECT count(*)::integer FROM jsonb_object_keys(${json})) WHEN 'string' THEN char_length(${json} #>> '{}') ELSE 0 END`
}
