/** Refuses private words in code: in names that a file declares, in names of files, of classes and data attributes in styles, and in comments. A name is read by its words: `toldAgain` holds `told`.
 *  Keys of object literals and of documents are data and not read. */
import { basename } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './readSources.ts'

const CODE = /^(?:(?:runtime|renderer|plugins|scripts)\/|tests\/harness\/).*\.tsx?$/
/** Made from documents, which `wording` reads; and the list of these words. */
const GENERATED = /(?:^|\/)generated\/|^scripts\/check\/codeWords\.ts$/

interface PrivateWord {
  /** Words with spaces between, as a name is read. */
  pattern: RegExp
  instead: string
  /** Where it is refused. Most are words of plain sentences too. */
  in: 'names' | 'both' | 'comments'
  /** Files where it is the right word, for the reason beside it. */
  except?: RegExp
}

const WORDS: readonly PrivateWord[] = [
  { pattern: /\btold\b/i, instead: 'reported, notified, shown', in: 'both' },
  { pattern: /\b(unwear|wears?|worn)\b/i, instead: 'apply, applied', in: 'both' },
  { pattern: /\bhats?\b/i, instead: 'identity', in: 'both' },
  { pattern: /\bmoments\b/i, instead: 'times', in: 'both' },
  { pattern: /\bsight\b/i, instead: 'view, in place', in: 'both', except: /^scripts\/generate\/language\// },
  { pattern: /\bwish(es|ed)?\b/i, instead: 'request', in: 'both' },
  { pattern: /\bown accord\b/i, instead: 'automatic', in: 'both' },
  { pattern: /\blend(ers?)?\b/i, instead: 'member source', in: 'both' },
  { pattern: /\bcoming\b/i, instead: 'upcoming, initial load', in: 'names' },
  { pattern: /\bcares?\b/i, instead: 'what the task does', in: 'names' },
  { pattern: /\bfilling\b/i, instead: 'input, defaults', in: 'names' },
  { pattern: /(?<!at )\bmost\b(?! connections)/i, instead: 'max', in: 'names' }, // `mostConnections` is a key of a reply
  { pattern: /\bbench\b/i, instead: 'studio', in: 'names', except: /^scripts\/bench\// }, // real benchmarks
  { pattern: /\btake back\b/i, instead: 'reset, withdraw, undo', in: 'names' },
  { pattern: /\b(takes?|taken) back\b/i, instead: 'reset, withdraw, undo', in: 'comments' },
  { pattern: /\b(some|any|every)body\b|\bnobody\b|\bwhoever\b/i, instead: 'someone, anyone, everyone, no one', in: 'comments' },
  { pattern: /\boperation log\b/i, instead: 'audit log', in: 'comments' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'correct', in: 'comments' },
  { pattern: /\bor nobody\b/i, instead: 'current user', in: 'names' },
  { pattern: /\bpayr\b/i, instead: 'pay', in: 'names' },
  {
    pattern: /\bauditors?\b/i,
    instead: 'approver',
    in: 'names',
    except: /^plugins\/(audit\/worklist|competitionInfo\/getUpGroup\.handler)\.ts$/,
  }, // keys of replies
  { pattern: /\bheld back\b/i, instead: 'skipped', in: 'names', except: /^runtime\/core\/wire\.ts$/ }, // a key of a reply
  { pattern: /\bown connection\b/i, instead: 'outside transaction', in: 'names' },
  // a column of the database and a key of replies
  {
    pattern: /\bapart\b/i,
    instead: 'standalone, separate',
    in: 'names',
    except: /^runtime\/(core\/(doors\/documents|wire)|server\/documents\/bindStore)\.ts$/,
  },
]

/** @returns one line per place: file, line, word, and what to write */
export function checkCodeWords(sources: readonly SourceFile[]): string[] {
  return [
    ...sources.filter(({ path }) => CODE.test(path) && !GENERATED.test(path)).flatMap(wordsOfFile),
    ...sources.filter(({ path }) => path.endsWith('.css')).flatMap(wordsOfStyles),
  ]
}

/** Names that styles give to elements: `.ag-name__part`, `--ag-name`, `[data-name]`. */
function wordsOfStyles({ path, text }: SourceFile): string[] {
  const words = WORDS.filter(({ except, in: place }) => place !== 'comments' && !except?.test(path))
  const names = [...text.matchAll(/\.(ag-[\w-]+)|(--[a-z][\w-]*)|\[(data-[\w-]+)/g)]
  return names.flatMap((name) =>
    words.flatMap(({ pattern, instead }) => {
      const word = pattern.exec(spaced(name[0]))?.[0]
      return word === undefined ? [] : [`${path}:${text.slice(0, name.index).split('\n').length}: "${word}" is a private word: ${instead}`]
    }),
  )
}

function wordsOfFile({ path, text }: SourceFile): string[] {
  const words = WORDS.filter(({ except }) => !except?.test(path))
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
  const found: string[] = []
  const look = (words: readonly PrivateWord[], said: string, at: number | null) => {
    for (const { pattern, instead } of words) {
      const word = pattern.exec(said)?.[0]
      const place = at === null ? path : `${path}:${source.getLineAndCharacterOfPosition(at).line + 1}`
      if (word !== undefined) found.push(`${place}: "${word}" is a private word: ${instead}`)
    }
  }
  const inNames = words.filter((word) => word.in !== 'comments')
  const inComments = words.filter((word) => word.in !== 'names')
  look(inNames, spaced(basename(path)), null)
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node)) look(inNames, spaced(node.text), node.getStart())
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const { pos, end } of commentsOf(source, text)) look(inComments, text.slice(pos, end), pos)
  return found
}

/** What a name of the file is: not a key of data, which others read by its name. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node
  const isOwn =
    ts.isVariableDeclaration(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertySignature(parent)
  return isOwn && parent.name === node
}

/** `takeBackMany` is `take back many`; `MAX_ROWS` is `MAX ROWS`. */
function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_.$-]/g, ' ')
}

/** Each comment once. Texts that look like one stand in tokens, and are none. */
function commentsOf(source: ts.SourceFile, text: string): Iterable<ts.CommentRange> {
  const found = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.JsxText) return
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) found.set(range.pos, range)
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) found.set(range.pos, range)
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return found.values()
}
