/** The gallery of the language: a page with each node type, control, keyword and step, drawn live, beside the document that says it. Made from
 *  `docs/examples/gallery/`, the palette of the form designer and the documents of the keywords. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type MetaSchema, metaSchemas, resolveMeta } from '../../runtime/core/documents/metaSchemas.ts'
import { printDocument } from '../../runtime/core/documents/printDocument.ts'
import { printJson } from '../../runtime/core/documents/printJson.ts'
import type { KeywordDocument, LocalText, Text } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import zhWords from '../../schemas/kinds/words/zh.json' with { type: 'json' }

/** Folder of the generated documents, all of area `gallery`. */
export const GALLERY_FOLDER = 'schemas/gallery/generated'
const EXAMPLES = 'docs/examples/gallery'
const PALETTE = 'studio.fields'
/** Columns of the printed examples: half of a page. */
const WIDTH = 72

type Json = Record<string, unknown>
/** One entry of `docs/examples/gallery/nodes.json`. */
export interface NodeExample {
  example: Json | Json[]
  /** Parts of the document that the example names. */
  parts?: Record<string, Json>
  /** State of the page that it reads. */
  state?: Json
  /** Where it is seen, for what cannot stand alone. */
  seen?: LocalText
}
interface Entry {
  /** Name within the gallery; letters and digits. */
  id: string
  title: Text
  text?: Text
  /** What is drawn. */
  nodes: Json[]
  /** What is printed beside it. */
  code: unknown
}

/**
 * @param root  folder of the project
 * @returns     file -> text of its document
 * @throws      Error that names each node type, control, keyword and step without an example, and examples of what does not exist
 */
export function generateGallery(platform: Platform, root: string): Map<string, string> {
  const files = new Map<string, string>()
  const named: Record<string, Json> = {}
  const state: Json = Object.assign({}, ...Object.values(nodeExamples(root)).map((example) => example.state))
  const groups: Group[] = [
    { id: 'nodes', title: { zh: '节点', en: 'Nodes' }, entries: nodeEntries(root, named), parts: named, state },
    { id: 'controls', title: { zh: '控件', en: 'Controls' }, entries: fieldEntries(controlFields(platform, root), files) },
    { id: 'keywords', title: { zh: '校验关键字', en: 'Keywords' }, entries: fieldEntries(keywordFields(platform, root), files) },
    { id: 'steps', title: { zh: '操作步骤', en: 'Steps' }, entries: stepEntries(root) },
  ]
  for (const group of groups) files.set(`${GALLERY_FOLDER}/${group.id}.page.json`, printDocument('page', pageOf(group)))
  files.set(`${GALLERY_FOLDER}/groups.menu.json`, printDocument('menu', menuOf(groups)))
  return new Map([...files].map(([file, text]) => [file, `${text}\n`]))
}

interface Group {
  /** Last part of its address. */
  id: string
  title: LocalText
  entries: Entry[]
  parts?: Record<string, Json>
  state?: Json
}

function pageOf({ id, title, entries, parts, state }: Group): Json {
  const shown = entries.flatMap((entry) => [
    [entry.id, sectionOf(entry)],
    [shownPart(entry), entry.nodes],
  ])
  return {
    title: { zh: `组件库：${title.zh}`, en: `Gallery: ${title.en.toLowerCase()}` },
    description: GENERATED,
    routes: [addressOf(id)],
    access: 'managePlatform',
    meta: { chrome: 'admin', wide: true, parent: 'platform.screens' },
    state: { ...state, count: 0 },
    body: [
      { node: 'text', as: 'title', text: { zh: '组件库', en: 'Gallery' } },
      { node: 'text', as: 'muted', text: INTRODUCTION },
      { node: 'menu', menu: 'gallery.groups', layout: 'horizontal' },
      ...entries.map((entry) => entry.id),
      ...(id === 'steps' ? [exampleDialog] : []),
    ],
    parts: { ...parts, ...Object.fromEntries(shown) },
  }
}

const INTRODUCTION = {
  zh: '文档语言的全部部件：左边是效果，右边是写法。',
  en: 'Every part of the document language: what it looks like, beside how it is written.',
}

function menuOf(groups: readonly Group[]): Json {
  const items = groups.map(({ id, title }) => ({ id, label: title, to: addressOf(id), activeOn: [`${addressOf(id)}$`] }))
  return { title: { zh: '组件库', en: 'Gallery' }, description: GENERATED, items }
}

function addressOf(id: string): string {
  return id === 'nodes' ? '/admin/gallery' : `/admin/gallery/${id}`
}

/** What the examples of `open` and `close` show. */
const exampleDialog = {
  node: 'dialog',
  id: 'stepDialog',
  title: { zh: '示例对话框', en: 'An example' },
  children: { node: 'text', text: { zh: '按 Esc 关闭。', en: 'Esc closes it.' } },
}

/** The nodes of an example are a part of their own: pages nest nine levels at most. */
function shownPart({ id }: Entry): string {
  return `${id}Shown`
}

function sectionOf(entry: Entry): Json {
  const { title, text, code } = entry
  const words = { node: 'code', title: { zh: '文档', en: 'Document' }, text: `=${celText(printJson(code, { width: WIDTH, open: true }))}` }
  const shown = { node: 'section', children: shownPart(entry) }
  return { node: 'section', title, ...(text && { text }), children: { node: 'grid', columns: 2, children: [shown, words] } }
}

function celText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}

function nodeEntries(root: string, parts: Record<string, Json>): Entry[] {
  const types = nodeTypes()
  return Object.entries(nodeExamples(root)).map(([name, entry]) => {
    const { example, parts: own, seen } = entry
    const nodes = [example].flat()
    Object.assign(parts, own)
    const shown = seen ? [{ node: 'text', as: 'muted', text: seen }] : nodes
    return {
      id: `node${capital(name)}`,
      title: both(name),
      text: bothLanguages(types.get(name)!),
      nodes: shown,
      code: writtenOf(entry),
    }
  })
}

/** By type of node. @throws Error when a type has no example, or an example no type */
export function nodeExamples(root: string): Record<string, NodeExample> {
  const examples = read<NodeExample>(root, 'nodes')
  assertSame('node type', nodeTypes().keys(), examples, 'nodes')
  return examples
}

/** What a document says for an example. */
export function writtenOf({ example, parts }: NodeExample): unknown {
  return parts ? { body: example, parts } : example
}

/** Type -> what it says. */
function nodeTypes(): Map<string, string> {
  const { definitions } = metaSchemas['nodes.schema.json'] as { definitions: Record<string, MetaSchema> }
  const { node, ...types } = definitions
  return new Map(Object.entries(types).map(([name, { description = '' }]) => [name, description]))
}

interface FieldExample {
  /** Names its form: what the designer offers and what it does not may have the same name. */
  id: string
  title: Text
  text?: Text
  field: Json
}

/** What the designer offers, then the controls that only documents name. */
function controlFields(platform: Platform, root: string): FieldExample[] {
  const offered = platform
    .get('palette', PALETTE)
    .groups.flatMap(({ entries }) => entries.map(({ id, title, field }) => ({ id: `control${capital(id)}`, title, field: field as Json })))
  const extra = read<Json>(root, 'controls')
  const used = new Set([...offered.map(({ field }) => field['x-widget']), ...Object.keys(extra), ...FROM_TYPE])
  const controls = globSync('renderer/widgets/controls/*.widget.tsx', { cwd: root }).map((file) => basename(file, '.widget.tsx'))
  const missing = controls.filter((name) => !used.has(name))
  if (missing.length > 0) throw new Error(`${EXAMPLES}/controls.json has no example of the control ${missing.join(', ')}`)
  return [...offered, ...Object.entries(extra).map(([name, field]) => ({ id: `widget${capital(name)}`, title: both(name), field }))]
}

/** Controls that follow from the type of a field that the palette offers. */
const FROM_TYPE = ['text', 'number', 'date', 'datetime', 'repeat', 'section']

function keywordFields(platform: Platform, root: string): FieldExample[] {
  const examples = read<Json>(root, 'keywords')
  return [...platform.documents.keyword.values()].map((keyword) => {
    const { title, help } = keyword
    return {
      id: `keyword${capital(keyword.keyword)}`,
      title: titled(keyword),
      ...(help && { text: help }),
      field: examples[keyword.keyword] ?? { ...flagged(keyword), title },
    }
  })
}

function titled({ keyword, title }: KeywordDocument): Text {
  const { zh, en } = title as LocalText
  return { zh: `${keyword} · ${zh}`, en: `${keyword} · ${en}` }
}

function flagged({ keyword, appliesTo, value }: KeywordDocument): Json {
  if (!JSON.stringify(value).includes('"const":true')) throw new Error(`${EXAMPLES}/keywords.json has no example of the keyword ${keyword}`)
  return { type: appliesTo[0], [keyword]: true }
}

/** One form for each field, so that each stands beside its own document. */
function fieldEntries(fields: FieldExample[], files: Map<string, string>): Entry[] {
  return fields.map(({ id, title, text, field }) => {
    const compared: Json =
      field.sameAs === undefined ? {} : { [String(field.sameAs)]: { type: 'string', title: { zh: '第一次输入', en: 'First time' } } }
    const key = field.sameAs === undefined ? 'value' : 'again'
    const form = { title, description: GENERATED, schema: { type: 'object', properties: { ...compared, [key]: field } } }
    files.set(`${GALLERY_FOLDER}/${id}.form.json`, printDocument('form', form))
    const node = { node: 'form', form: `gallery.${id}`, compact: true, again: true, submit: VALID }
    return { id, title, ...(text && { text }), nodes: [node], code: field }
  })
}

const GENERATED = 'Generated by `npm run generate`; changes here are lost.'
const VALID = {
  label: { zh: '检查', en: 'Check' },
  steps: { toast: 'success', text: { zh: '有效，没有保存', en: 'Valid; nothing was stored' } },
}

function stepEntries(root: string): Entry[] {
  const examples = read<Json>(root, 'steps')
  const { schema, file } = resolveMeta({ schema: { $ref: 'common.schema.json#/definitions/actionStep' }, file: 'common.schema.json' })
  const kinds = new Map(
    (schema.anyOf ?? []).map((branch) => [resolveMeta({ schema: branch, file }).schema.required?.[0] ?? '', branch.description ?? '']),
  )
  assertSame('step', kinds.keys(), examples, 'steps')
  return Object.entries(examples).map(([name, action]) => ({
    id: `step${capital(name)}`,
    title: both(name),
    text: bothLanguages(kinds.get(name)!),
    nodes: [{ node: 'action', action }],
    code: action,
  }))
}

function assertSame(what: string, expected: Iterable<string>, examples: Json | Record<string, unknown>, file: string): void {
  const wanted = new Set(expected)
  const missing = [...wanted].filter((name) => !(name in examples))
  const unknown = Object.keys(examples).filter((name) => !wanted.has(name))
  if (missing.length > 0) throw new Error(`${EXAMPLES}/${file}.json has no example of the ${what} ${missing.join(', ')}`)
  if (unknown.length > 0) throw new Error(`${EXAMPLES}/${file}.json shows a ${what} that does not exist: ${unknown.join(', ')}`)
}

/** A name of code, the same in both languages. */
function both(name: string): LocalText {
  return { zh: name, en: name }
}

/** The words of a meta-schema, without the marks of code. */
function bothLanguages(english: string): LocalText {
  const zh = (zhWords.texts as Record<string, string>)[english] ?? english
  return { zh: zh.replaceAll('`', ''), en: english.replaceAll('`', '') }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function read<T>(root: string, name: string): Record<string, T> {
  return JSON.parse(readFileSync(join(root, EXAMPLES, `${name}.json`), 'utf8')) as Record<string, T>
}
