/** The rules that tests hold: a test whose title begins with an id in brackets, or whose group does. */
import ts from 'typescript'
import type { SourceFile } from '../check/readSources.ts'

export interface Rule {
  id: string
  /** Its sentences, each of one test: the words of the groups around it and its own. */
  words: readonly string[]
  /** From the project's root. */
  file: string
}

/** In a title: `[PAY-1]`. */
export const RULE_ID = /\[([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+[a-z]?)\]/g
const TITLED = new Set(['describe', 'it', 'test'])

/** In the order of the file; one for each id. */
export function readRules({ path, text }: SourceFile): Rule[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found = new Map<string, string[]>()
  const visit = (node: ts.Node, around: Around): void => {
    const titled = titleOf(node)
    if (titled === null) {
      ts.forEachChild(node, (child) => visit(child, around))
      return
    }
    const own = [...titled.title.matchAll(RULE_ID)].map(([, id]) => id!)
    const here = { words: joined(around.words, titled.title.replaceAll(RULE_ID, '')), ids: own.length > 0 ? own : around.ids }
    if (titled.isTest) for (const id of here.ids) found.set(id, [...(found.get(id) ?? []), here.words])
    ts.forEachChild(node, (child) => visit(child, here))
  }
  visit(source, { words: '', ids: [] })
  return [...found].map(([id, words]) => ({ id, words: [...new Set(words)], file: path }))
}

interface Around {
  words: string
  ids: readonly string[]
}

/** `describe('...')`, `it.each(...)('...')`, `it.skipIf(...)('...')`. */
function titleOf(node: ts.Node): { title: string; isTest: boolean } | null {
  if (!ts.isCallExpression(node)) return null
  const [first] = node.arguments
  const name = rootOf(node.expression)
  if (!first || name === null || !TITLED.has(name)) return null
  const title = textOf(first)
  return title === null ? null : { title, isTest: name !== 'describe' }
}

function rootOf(expression: ts.Expression): string | null {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression))
    return rootOf(ts.isTaggedTemplateExpression(expression) ? expression.tag : expression.expression)
  return null
}

function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null
}

function joined(before: string, after: string): string {
  return [before, after.trim()].filter(Boolean).join(': ')
}
