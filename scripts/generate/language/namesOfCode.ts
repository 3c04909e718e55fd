/** What documents may name and code provides: functions of expressions, keywords, controls, steps. Read from the code and documents that provide them. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { KeywordDocument } from '../../../runtime/core/documents.ts'
import { functionTable } from '../../../runtime/core/expressions/functions.ts'
import { cell } from './keyTable.ts'

const SCOPES = `An expression is CEL: \`a == b\`, \`a && b\`, \`a ? b : c\`, \`a in list\`, \`list.filter(x, x.open)\`. A missing key is null. What an expression sees depends on its place:

| place | names |
|---|---|
| \`where\`, \`set\`, \`by\` and \`output\` of a call, conditions of a flow | \`row\`, \`input\`, \`session\`, \`now\`, \`lang\`, \`preview\`; \`where\` becomes SQL |
| \`computed\` and \`checks\` of an entity | \`row\`, and \`now\` in \`computed\`; both become SQL |
| form | its fields by name, \`item\` inside a repeat group, \`context\`, \`session\`, \`now\` |
| page, table, action, menu | its sources by name, \`path\`, \`route\`, \`query\`, \`session\`, \`state\`, \`app\`, \`lang\`, \`now\`, and \`row\`, \`item\`, \`input\` or \`result\` where there is one |

\`now\` is the server's clock. \`session\` has ${['userId', 'signedIn', 'name', 'identity', 'identities', 'seeing', 'permissions'].map((name) => `\`${name}\``).join(', ')}.`

/** Scopes by place, and the functions. */
export function expressions(): string {
  const rows = functionTable.map(({ signature, description }) => `| \`${cell(signature)}\` | ${cell(description)} |`)
  return `## Expressions\n\n${SCOPES}\n\n${table(['function', 'what it answers'], rows)}`
}

/** @param root folder of the project */
export function fieldNames(root: string, keywords: Iterable<KeywordDocument>): string {
  const rules = [...keywords].map(
    ({ keyword, title, description, appliesTo }) =>
      `| \`${keyword}\` | ${appliesTo.map((type) => `\`${type}\``).join(', ')} | ${cell(sentence(englishOf(title)))} ${cell(description ?? '')} |`,
  )
  const controls = docLines(root, 'renderer/widgets/controls/*.widget.tsx', BEFORE_DEFAULT).map(
    ([name, says]) => `| \`${name}\` | ${cell(says)} |`,
  )
  const steps = docLines(root, 'runtime/client/steps/*.step.ts', AT_TOP).map(([name, says]) => `| \`${name}\` | ${cell(says)} |`)
  return [
    '## Names that code provides',
    `### Keywords\n\nRules of a field beside those of JSON Schema; words of a shape take them too (\`"string maxTextUnits(20)"\`).\n\n${table(['keyword', 'types', 'description'], rules)}`,
    `### Controls\n\nFor \`x-widget\`. Without it, the control follows from the type of the field.\n\n${table(['control', 'what it is'], controls)}`,
    `### Steps\n\nFor \`do\` in the steps of an action.\n\n${table(['step', 'what it does'], steps)}`,
  ].join('\n\n')
}

const AT_TOP = /^\/\*\*([\s\S]*?)\*\//
const BEFORE_DEFAULT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export const \w+ = .*\s*)*export default/

/** Name of each file and its docstring, in one line. */
function docLines(root: string, pattern: string, where: RegExp): [name: string, says: string][] {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((file) => {
      const found = where.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? ''
      const says = found
        .split('\n')
        .map((line) => line.replace(/^\s*\*?\s*/, ''))
        .join(' ')
        .trim()
      return [basename(file).split('.')[0] as string, says]
    })
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return `| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}\n${rows.join('\n')}`
}

function englishOf(text: KeywordDocument['title']): string {
  return typeof text === 'object' && 'en' in text ? text.en : String(text)
}

function sentence(text: string): string {
  return `${text}.`
}
