/** Holds the steps of a drawing against the code: each name is there, and its caller calls it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Drawing, DrawnStep } from './drawings.ts'

/** A sentence for each step that the code no longer takes. */
export function stepFailures({ name, steps }: Drawing, root: string): string[] {
  const files = [...new Set(steps.map(({ at }) => fileOf(at)))].filter((file) => existsSync(join(root, file)))
  const bodies = files.flatMap((file) => [...namedParts(file, readFileSync(join(root, file), 'utf8'))])
  const isThere = (at: string) => bodies.some(({ name: found, file }) => found === nameOf(at) && file === fileOf(at))
  return steps.flatMap((step, index) => {
    const failed = (what: string) => [`drawing "${name}", step ${index + 1} (${step.at}): ${what}`]
    if (!isThere(step.at)) return failed('there is no such function: correct scripts/generate/drawings/drawings.ts')
    const from = callerOf(step, steps[index - 1])
    if (from === null) return []
    const callers = partsNamed(from, root)
    const said = step.by ?? nameOf(step.at)
    return callers.some(({ text }) => text.includes(said)) ? [] : failed(`${from} does not say "${said}"`)
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

/** Functions, methods and constants of a file; a handler is named by its call. */
function namedParts(file: string, text: string): Part[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: Part[] = []
  const visit = (node: ts.Node): void => {
    const name = partName(node)
    if (name !== null) found.push({ file, name, text: node.getText(source) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function partName(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node))
    return node.name && ts.isIdentifier(node.name) ? node.name.text : null
  if (!ts.isCallExpression(node)) return null
  const [first] = node.arguments
  return node.expression.getText() === 'defineHandler' && first && ts.isStringLiteral(first) ? first.text : null
}

function partsNamed(name: string, root: string): Part[] {
  const defined = new RegExp(`(?:\\bfunction\\*? |\\bconst |defineHandler\\('|^ +(?:async |private )*)${name}\\b`, 'm')
  const files = ts.sys.readDirectory(root, ['.ts', '.tsx'], undefined, ['runtime/**/*', 'renderer/**/*'])
  return files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return defined.test(text) ? namedParts(path, text).filter((part) => part.name === name) : []
  })
}
