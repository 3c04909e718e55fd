/** Keeps expressions of the documents short enough to read: a long one, or one with two `?`, is written as `cases`, `all` or `any`; words follow the language by
 *  themselves; and an address names its page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pointer } from '../../runtime/core/documents/failure.ts'
import { type Ast, childrenOf, referencesOf } from '../../runtime/core/expressions/ast.ts'
import { parsedOrNone } from '../../runtime/core/expressions/parsedOrNone.ts'
import { conditionals, LONGEST_EXPRESSION, MAX_CONDITIONALS } from '../../runtime/core/language/expressionTree.ts'

/** Of an expression that reads rows of other entities: it becomes one statement of SQL, whose parts have no meaning of their own. */
const LONGEST_QUERY = 240
const LITERAL = /^\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*$/
const DOCUMENTS = /^schemas\/(?!kinds\/|locales\/|gallery\/generated\/).*\.json$/

/** Expressions that stay as they are, by their place, and why. */
const REASONS: Readonly<Record<string, string>> = {
  'schemas/account/experts/revealExpert.call.json#/where':
    'one condition over rows of rows: who of three kinds of holder may see the expert',
  'schemas/account/grants/roles.table.json#/columns/2/value': 'words for each member of a list',
  'schemas/certificate/certificates.table.json#/columns/4/value/cases/1/then': 'words for each member of a list',
  'schemas/certificate/setTemplate.page.json#/parts/sheet/children/0/src': 'a picture that a call draws in the language of the reader',
  'schemas/certificate/setTemplate.page.json#/parts/sheet/children/1/src': 'a picture that a call draws in the language of the reader',
  'schemas/certificate/share.page.json#/head/image': 'a picture that a call draws in the language of the reader',
  'schemas/certificate/share.page.json#/parts/picture/children/0/src': 'a picture that a call draws in the language of the reader',
  'schemas/competition/competition.entity.json#/checks/0/cel': 'one constraint of the database, with one error',
  'schemas/competition/competition.entity.json#/checks/4/cel': 'one constraint of the database, with one error',
  'schemas/competition/molbileDetails.page.json#/head/path': 'the same path of the other layout, whatever the tab',
  'schemas/competition/wizard/wizard.settings.page.json#/body/2/children/submit/input/tabs': 'an object for each member of a list',
  'schemas/platform/app.app.json#/remedies/AGREEMENT_MISSING/dialog/context/text': 'the answer of a form, which is one text',
  'schemas/profile/settings.page.json#/parts/identityDocument/actions/0/steps/0/input/reason':
    'kept as one text, in the language of the person',
  'schemas/content/edit.page.json#/body/0/actions/0/to/cases/0/then': 'pages of the site that editors name',
}

/**
 * @param files    paths of all files of the project
 * @param reasons  place -> why an expression may stay as it is
 * @returns        one line per expression that is too hard to read, and one per reason that nothing needs
 */
export function checkLongExpressions(root: string, files: readonly string[], reasons = REASONS): string[] {
  const needed = new Set<string>()
  const mistakes = files
    .filter((file) => DOCUMENTS.test(file))
    .flatMap((file) => expressionsIn(JSON.parse(readFileSync(join(root, file), 'utf8')), `${file}#`))
    .flatMap(({ place, cel }) => {
      const mistake = mistakeOf(cel)
      if (mistake === undefined) return []
      if (!(place in reasons)) return [`${place}: ${mistake}`]
      needed.add(place)
      return []
    })
  const idle = Object.keys(reasons).filter((place) => !needed.has(place))
  return [
    ...mistakes,
    ...idle.map((place) => `${place}: has a reason in scripts/check/longExpressions.ts, and needs none - remove it there`),
  ]
}

/** What is wrong with an expression, and what to write; undefined for nothing. */
export function mistakeOf(cel: string): string | undefined {
  if (LITERAL.test(cel)) return undefined
  const ast = parsedOrNone(cel)
  if (ast === undefined) return undefined
  const longest = callsIn(ast).some(({ name }) => name === 'rows') ? LONGEST_QUERY : LONGEST_EXPRESSION
  if (cel.length > longest) return `${cel.length} characters, at most ${longest} - write cases, all or any, or name a part by let`
  const found = conditionals(ast)
  if (found > MAX_CONDITIONALS) return `${found} times "?", at most ${MAX_CONDITIONALS} - write cases`
  if (ast.kind !== 'ident' && referencesOf(ast).some(([name]) => name === 'lang'))
    return 'reads lang - write a text in two languages, { "zh": ..., "en": ... }'
  const address = addressesIn(ast)[0]
  return address === undefined ? undefined : `"${address}" - write the address by its page, { "page": ..., "with": { ... } }`
}

interface Found {
  place: string
  cel: string
}

/** Every expression that is written in a document: after an equals sign, under `cel`, or in double braces. */
function expressionsIn(value: unknown, path: string, key = ''): Found[] {
  if (typeof value === 'string') {
    if (value.startsWith('=')) return [{ place: path, cel: value.slice(1).trim() }]
    if (key === 'cel') return [{ place: path, cel: value }]
    return [...value.matchAll(/\{\{(?:\s*\w+\s*:=)?([^{}]*)\}\}/g)].map(([, cel = '']) => ({ place: path, cel: cel.trim() }))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => expressionsIn(item, pointer(path, name), name))
}

/** Texts that begin with a slash, other than those that an address is compared with. */
function addressesIn(ast: Ast): string[] {
  if (ast.kind === 'literal') return typeof ast.value === 'string' && ast.value.startsWith('/') ? [ast.value] : []
  if (ast.kind === 'call' && ast.name === 'address') return childrenOf(ast.args[1] ?? ast).flatMap(addressesIn)
  const isCompared =
    (ast.kind === 'call' && ['startsWith', 'endsWith'].includes(ast.name)) || (ast.kind === 'binary' && ['==', '!=', 'in'].includes(ast.op))
  return isCompared ? [] : childrenOf(ast).flatMap(addressesIn)
}

function callsIn(ast: Ast): { name: string }[] {
  const inner = childrenOf(ast).flatMap(callsIn)
  return ast.kind === 'call' ? [ast, ...inner] : inner
}
