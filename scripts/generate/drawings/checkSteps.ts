/** Holds the steps of a drawing against the code: each name is there, and its caller calls it. */
import ts from 'typescript'
import type { SourceFile } from '../../check/readSources.ts'
import type { Drawing, DrawnStep } from './drawings.ts'

const DRAWN = /^(runtime|renderer)\/.+\.tsx?$/

/** A sentence for each step that the code no longer takes. */
export function stepFailures({ name, steps }: Drawing, sources: readonly SourceFile[]): string[] {
  const code = sources.filter(({ path }) => DRAWN.test(path))
  return steps.flatMap((step, index) => {
    const failed = (what: string) => [`drawing "${name}", step ${index + 1} (${step.at}): ${what}`]
    const isThere = partsNamed(nameOf(step.at), code).some(({ file }) => file === fileOf(step.at))
    if (!isThere) return failed('there is no such function: correct scripts/generate/drawings/drawings.ts')
    const from = callerOf(step, steps[index - 1])
    const said = step.by ?? nameOf(step.at)
    return from === null || partsNamed(from, code).some(({ text }) => text.includes(said)) ? [] : failed(`${from} does not say "${said}"`)
  })
}

/** The first step of a place has no caller that can be looked up: it is reached from outside. */
function callerOf({ from }: DrawnStep, before: DrawnStep | undefined): string | null {
  return from ?? (before ? nameOf(before.at) : null)
}

export function fileOf(at: string): string {
  return at.slice(0, at.indexOf('#'))
}

export function nameOf(at: string): string {
  return at.slice(at.indexOf('#') + 1)
}

interface Part {
  file: string
  name: string
  text: string
}

const partsBefore = new WeakMap<SourceFile, readonly Part[]>()

/** Functions, methods and constants of a file; a handler is named by its call. */
function partsOf(source: SourceFile): readonly Part[] {
  const known = partsBefore.get(source)
  if (known) return known
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  const found: Part[] = []
  const visit = (node: ts.Node): void => {
    const name = partName(node)
    if (name !== null) found.push({ file: source.path, name, text: node.getText(tree) })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  partsBefore.set(source, found)
  return found
}

function partName(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node))
    return node.name && ts.isIdentifier(node.name) ? node.name.text : null
  if (!ts.isCallExpression(node)) return null
  const [first] = node.arguments
  return node.expression.getText() === 'defineHandler' && first && ts.isStringLiteral(first) ? first.text : null
}

/** Only files in which the name seems to be defined are parsed. */
function partsNamed(name: string, code: readonly SourceFile[]): Part[] {
  const defined = new RegExp(`(?:\\bfunction\\*? |\\bconst |defineHandler\\('|^ +(?:async |private )*)${name}\\b`, 'm')
  return code.filter(({ text }) => defined.test(text)).flatMap((source) => partsOf(source).filter((part) => part.name === name))
}
