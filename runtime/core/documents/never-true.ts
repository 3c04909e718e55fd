/** Conditions that can never hold: constants, and comparisons with a value that the field cannot have. Says "never" only when it is sure. */
import type { FormField } from '../documents.ts'
import { type Ast, pathOf, referencesOf } from '../expressions/ast.ts'
import type { CompiledExpression } from '../expressions/compileExpression.ts'

/** What a field can hold: undefined when it is not a closed list. */
export type PossibleValues = (path: readonly string[]) => readonly unknown[] | undefined

/** @param possible  values of the fields by path; an empty list for one that is always empty */
export function neverTrue(compiled: CompiledExpression, possible: PossibleValues): boolean {
  return isNever(compiled.ast, possible, compiled)
}

function isNever(ast: Ast, possible: PossibleValues, root: CompiledExpression): boolean {
  if (referencesOf(ast).length === 0) return ast === root.ast ? root.evaluate({}) !== true : ast.kind === 'literal' && ast.value !== true
  if (ast.kind === 'conditional') return isNever(ast.yes, possible, root) && isNever(ast.no, possible, root)
  if (ast.kind !== 'binary') return false
  if (ast.op === '||') return isNever(ast.left, possible, root) && isNever(ast.right, possible, root)
  if (ast.op === '&&') return isNever(ast.left, possible, root) || isNever(ast.right, possible, root) || contradicts(ast)
  if (ast.op === '==') return impossible(ast.left, ast.right, possible) || impossible(ast.right, ast.left, possible)
  if (ast.op === 'in') return impossibleIn(ast.left, ast.right, possible)
  return false
}

/** `field == literal` with a literal that the field cannot have. */
function impossible(field: Ast, literal: Ast, possible: PossibleValues): boolean {
  const path = pathOf(field)
  if (path === null || literal.kind !== 'literal' || literal.value === null) return false
  const values = possible(path)
  return values !== undefined && !values.includes(literal.value)
}

/** `field in [literals]`, or `literal in field` for a field with several choices. */
function impossibleIn(left: Ast, right: Ast, possible: PossibleValues): boolean {
  if (left.kind === 'literal') return impossible(right, left, possible)
  return right.kind === 'list' && right.items.every((item) => impossible(left, item, possible))
}

/** `a == 1 && a == 2`. */
function contradicts(ast: Ast): boolean {
  const equal = new Map<string, unknown>()
  return conjuncts(ast).some((part) => {
    if (part.kind !== 'binary' || part.op !== '==') return false
    const [field, literal] = part.left.kind === 'literal' ? [part.right, part.left] : [part.left, part.right]
    const path = pathOf(field)?.join('.')
    if (path === undefined || literal.kind !== 'literal') return false
    const before = equal.has(path) ? equal.get(path) : literal.value
    equal.set(path, literal.value)
    return before !== literal.value
  })
}

function conjuncts(ast: Ast): Ast[] {
  return ast.kind === 'binary' && ast.op === '&&' ? [...conjuncts(ast.left), ...conjuncts(ast.right)] : [ast]
}

/** The closed list of values of a field: from `const`, `enum`, options written in place, or the options of an enum document. */
export function valuesOf(
  field: FormField,
  codes: (id: string) => readonly (string | number)[] | undefined,
): readonly unknown[] | undefined {
  const choice =
    field.type === 'array' && field.items !== undefined
      ? { ...field.items, 'x-options': field['x-options'] ?? field.items['x-options'] }
      : field
  if (choice.const !== undefined && choice.type !== 'boolean') return [choice.const]
  if (Array.isArray(choice.enum)) return choice.enum
  const options = choice['x-options']
  if (Array.isArray(options)) return options.some((option) => option.children !== undefined) ? undefined : options.map(({ value }) => value)
  if (options !== undefined && 'enum' in options) return codes(options.enum)
  return choice.type === 'boolean' ? [true, false] : undefined
}
