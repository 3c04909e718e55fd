/** Checks of the nodes of a screen: expressions over what is in scope at each of them, going down. */
import type { FormDrafts, FragmentDocument, Node } from '../documents.ts'
import { elementType, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import { openedWith } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { giveValues } from './giveValues.ts'
import { linkActionRef, linkActionRefs, linkFormContext, linkInitial } from './linkAction.ts'
import { type ExpressionPlace, linkCel, linkTextValues, linkValue, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFilterFields } from './linkForm.ts'
import { linkInput } from './linkInput.ts'
import { linkParameter } from './linkParameter.ts'
import { linkEmpty, linkTable, rowOf } from './linkTable.ts'
import { answerType, formTypes } from './scopeTypes.ts'

type NodeOf<N extends Node['node']> = Extract<Node, { node: N }>
type NodeLink<N extends Node['node']> = (linker: Linker, place: ExpressionPlace, node: NodeOf<N>) => void

/** Nodes in a list. */
export function linkNodes(linker: Linker, place: ExpressionPlace, nodes: readonly Node[] | undefined): void {
  for (const [index, node] of (nodes ?? []).entries()) linkNode(linker, { ...place, path: pointer(place.path, index) }, node)
}

function linkNode(linker: Linker, place: ExpressionPlace, node: Node): void {
  linker.sees(place)
  if (node.visibleWhen !== undefined) linkCel(linker, at(place, 'visibleWhen'), node.visibleWhen, 'boolean')
  linkNodes(linker, at(place, 'fallback'), node.fallback)
  const link = links[node.node] as NodeLink<Node['node']>
  link(linker, place, node)
}

const links: { [N in Node['node']]: NodeLink<N> } = {
  section: (linker, place, node) => {
    linkTexts(linker, place, node, ['title', 'text', 'to'])
    linkValue(linker, at(place, 'image'), node.image)
    linkActionRefs(linker, at(place, 'actions'), node.actions)
    linkNodes(linker, at(place, 'children'), node.children)
  },
  grid: linkChildren,
  columns: linkChildren,
  tabs: (linker, place, node) => {
    if (typeof node.path === 'object') linkCel(linker, at(place, 'path'), node.path, 'string')
    if (node.shown !== undefined) linkCel(linker, at(place, 'shown'), node.shown)
    for (const [index, item] of node.items.entries()) {
      const here = at(place, 'items', index)
      linkTexts(linker, here, item, ['title'])
      if (item.visibleWhen !== undefined) linkCel(linker, at(here, 'visibleWhen'), item.visibleWhen, 'boolean')
      if (item.badge !== undefined) linkCel(linker, at(here, 'badge'), item.badge)
      linkNodes(linker, at(here, 'children'), item.children)
    }
  },
  card: (linker, place, node) => {
    linkTexts(linker, place, node, ['title', 'to'])
    linkValue(linker, at(place, 'image'), node.image)
    linkActionRefs(linker, at(place, 'actions'), node.actions)
    linkNodes(linker, at(place, 'children'), node.children)
  },
  steps: (linker, place, node) => {
    linkCel(linker, at(place, 'current'), node.current, 'number')
    for (const [index, item] of node.items.entries()) linkTexts(linker, at(place, 'items', index), item, ['title', 'text'])
  },
  drawer: linkOverlay,
  dialog: linkOverlay,
  text: (linker, place, node) => linkTexts(linker, place, node, ['text']),
  richText: (linker, place, node) => {
    linkTexts(linker, place, node, ['html'])
    linkNodes(linker, at(place, 'children'), node.children)
  },
  image: (linker, place, node) => {
    linkValue(linker, at(place, 'src'), node.src)
    linkTexts(linker, place, node, ['alt'])
  },
  media: (linker, place, node) => {
    linkItems(linker, at(place, 'items'), node.items)
    linkTexts(linker, place, node, ['title'])
  },
  code: (linker, place, node) => linkTexts(linker, place, node, ['title', 'text']),
  qr: (linker, place, node) => {
    linkValue(linker, at(place, 'value'), node.value)
    linkTexts(linker, place, node, ['label', 'download'])
  },
  pdf: linkPdf,
  scanner: (linker, place, node) => {
    linkTexts(linker, place, node, ['title'])
    linkCel(linker, at(place, 'queue'), node.queue, 'string')
    const scope = { ...place.scope, scan: { fields: { code: 'string', id: 'string', at: 'string' } } } as const
    linkActionRef(linker, at({ ...place, scope }, 'scan'), node.scan)
  },
  stat: (linker, place, node) => {
    linkTexts(linker, place, node, ['label', 'hint', 'to'])
    linkCel(linker, at(place, 'value'), node.value)
    if (node.of !== undefined) linkCel(linker, at(place, 'of'), node.of)
    linkTableFilter(linker, at(place, 'filters', 'values'), node.filters)
  },
  timeline: (linker, place, node) => {
    const item = linkItems(linker, at(place, 'items'), node.items)
    if (node.state !== undefined)
      linkCel(linker, at({ ...place, scope: { ...place.scope, item, row: item } }, 'state'), node.state, 'string')
  },
  calendar: (linker, place, node) => {
    const item = linkItems(linker, at(place, 'items'), node.items)
    const inner = { ...place, scope: { ...place.scope, item, row: item } }
    linkCel(linker, at(inner, 'date'), node.date)
    linkCel(linker, at(inner, 'title'), node.title)
    if (node.mark !== undefined) linkCel(linker, at(inner, 'mark', 'value'), node.mark.value)
    linkTexts(linker, inner, node, ['to'])
  },
  cards: linkCards,
  board: linkBoard,
  detail: (linker, place, node) => {
    const row = linkCel(linker, at(place, 'of'), node.of)?.type ?? 'dyn'
    const inner = { ...place, scope: { ...place.scope, row } }
    for (const [index, field] of node.fields.entries()) {
      linkTexts(linker, at(place, 'fields', index), field, ['label'])
      if (field.label === undefined) missingLabel(linker, at(place, 'fields', index))
      linkCel(linker, at(at(inner, 'fields', index), 'value'), field.value)
    }
  },
  chart: (linker, place, node) => {
    const point = linkItems(linker, at(place, 'of'), node.of)
    for (const key of ['x', 'y'] as const) linkItemKey(linker, at(place, key), node[key], point)
    for (const [index, series] of (node.series ?? []).entries()) {
      const { of, y } = series
      linkTexts(linker, at(place, 'series', index), series, ['legend'])
      const other = linkItems(linker, at(place, 'series', index, 'of'), of)
      linkItemKey(linker, at(place, 'x'), node.x, other)
      linkItemKey(linker, at(place, 'series', index, 'y'), y, other)
    }
    linkTexts(linker, place, node, ['title', 'legend'])
  },
  results: linkResults,
  empty: (linker, place, node) => linkEmpty(linker, place, node),
  banner: (linker, place, node) => {
    linkTexts(linker, place, node, ['title', 'text'])
    linkActionRefs(linker, at(place, 'actions'), node.actions)
  },
  table: (linker, place, node) => {
    linkValues(linker, at(place, 'params'), node.params)
    const document = linker.index.find('table', node.table)
    const table = linker.index.get('table', node.table)
    if (document === undefined || table === undefined) return
    linker.use(`table ${node.table}`)
    linkTable(linker, { document, path: '', scope: place.scope, ...(place.page && { page: place.page }) }, table, node.params)
  },
  form: linkFormNode,
  designer: linkDesigner,
  answers: (linker, place, node) => {
    linkCel(linker, at(place, 'form'), node.form, 'string')
    linkCel(linker, at(place, 'answers'), node.answers)
    if (node.changed) for (const key of ['fields', 'before'] as const) linkCel(linker, at(place, 'changed', key), node.changed[key])
  },
  query: (linker, place, node) => {
    linkFilterFields(linker, at(place, 'fields'), node.fields)
    if (node.counts !== undefined) linkCel(linker, at(place, 'counts'), node.counts)
  },
  action: (linker, place, node) => linkActionRef(linker, at(place, 'action'), node.action),
  actions: (linker, place, node) => linkActionRefs(linker, at(place, 'items'), node.items),
  menu: () => {},
  repeat: (linker, place, node) => {
    const item = linkItems(linker, at(place, 'items'), node.items)
    linkNodes(linker, at({ ...place, scope: { ...place.scope, [node.as ?? 'item']: item } }, 'children'), node.children)
  },
  matrix: (linker, place, node) => {
    linkTexts(linker, place, node, ['title'])
    const row = linkItems(linker, at(place, 'rows'), node.rows)
    const column = linkItems(linker, at(place, 'columns'), node.columns)
    linkTexts(linker, { ...place, scope: { ...place.scope, row } }, node, ['rowTitle'])
    linkTexts(linker, { ...place, scope: { ...place.scope, column } }, node, ['columnTitle'])
    const inner = { ...place, scope: { ...place.scope, row, column } }
    linkCel(linker, at(inner, 'checked'), node.checked, 'boolean')
    if (node.locked !== undefined) linkCel(linker, at(inner, 'locked'), node.locked)
    linkActionRef(linker, at(inner, 'check'), node.check)
    linkActionRef(linker, at(inner, 'uncheck'), node.uncheck)
  },
  skinDesigner: linkStudioNode,
  printDesigner: linkStudioNode,
  documentEditor: linkStudioNode,

  widget: (linker, place, node) => linkValues(linker, at(place, 'props'), node.props),
  choose: linkChoose,
  fragment: linkFragmentNode,
  part: linkPartNode,
  slot: (linker, place) => {
    if (place.slot !== undefined) linkNodes(linker, { ...place.slot.place, scope: place.scope }, place.slot.nodes)
    else if (place.document.kind === 'page' && !place.path.startsWith('/parts/')) {
      const suggestion = 'remove it, or move it into a fragment'
      linker.report(place.document, {
        code: 'VALUE',
        path: place.path,
        expected: 'a slot in a fragment',
        found: 'a slot in a page',
        suggestion,
      })
    }
  },
}

function at(place: ExpressionPlace, ...steps: (string | number)[]): ExpressionPlace {
  return { ...place, path: steps.reduce<string>(pointer, place.path) }
}

function linkTexts<T extends object>(linker: Linker, place: ExpressionPlace, holder: T, keys: readonly (keyof T & string)[]): void {
  for (const key of keys) linkTextValues(linker, at(place, key), holder[key])
}

/** A figure names filters that its table has. */
function linkTableFilter(linker: Linker, place: ExpressionPlace, preset: NodeOf<'stat'>['filters']): void {
  const table = preset && linker.index.get('table', preset.table)
  if (!preset || !table) return
  const known = Object.keys(table.filters ?? {})
  for (const name of Object.keys(preset.values))
    linker.known(place.document, 'REFERENCE_UNKNOWN', pointer(place.path, name), `a filter of ${preset.table}`, name, known)
}

function linkChildren(linker: Linker, place: ExpressionPlace, node: { children: Node[] }): void {
  linkNodes(linker, at(place, 'children'), node.children)
}

function linkChoose(linker: Linker, place: ExpressionPlace, { branches }: NodeOf<'choose'>): void {
  for (const [index, { when, children }] of branches.entries()) {
    const here = at(place, 'branches', index)
    if (when !== undefined) linkCel(linker, at(here, 'when'), when, 'boolean')
    else if (index < branches.length - 1) {
      const suggestion = 'add "when", or move the branch to the end'
      const expected = '"when": what follows a branch without one is never shown'
      linker.report(place.document, { code: 'KEY_MISSING', path: at(here, 'when').path, expected, found: 'nothing', suggestion })
    }
    linkNodes(linker, at(here, 'children'), children)
  }
}

/** A part's nodes where they are named; circles are reported where the document is linked. */
function linkPartNode(linker: Linker, place: ExpressionPlace, node: NodeOf<'part'>): void {
  const { parts = {}, fragments = [] } = place
  linkValues(linker, at(place, 'with'), node.with)
  linker.known(place.document, 'REFERENCE_UNKNOWN', at(place, 'part').path, 'a part of this document', node.part, Object.keys(parts))
  const key = `${place.document.id}#${node.part}`
  if (!Object.hasOwn(parts, node.part) || fragments.includes(key)) return
  const nodes = parts[node.part] as readonly Node[]
  linkGivenNames(linker, place, node.with, nodes)
  const inner = { ...place, path: pointer('/parts', node.part), fragments: [...fragments, key] }
  linkInside(linker, place, inner, node, nodes)
}

/** Given values are read inside. */
function linkGivenNames(linker: Linker, place: ExpressionPlace, given: NodeOf<'part'>['with'], nodes: readonly Node[]): void {
  const names = Object.keys(given ?? {})
  if (names.length === 0) return
  const read = new Set(celsIn(nodes).flatMap((cel) => linker.references(cel).map(([name]) => name as string)))
  for (const name of names)
    linker.known(place.document, 'PARAMETER_UNKNOWN', at(place, 'with', name).path, 'a name that its expressions read', name, [...read])
}

function celsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { cel } = value as { cel?: unknown }
  return typeof cel === 'string' ? [cel] : Object.values(value).flatMap(celsIn)
}

/** Nodes of a fragment or part, with what the place gives; `inner` is where they stand. */
function linkInside(
  linker: Linker,
  place: ExpressionPlace,
  inner: ExpressionPlace,
  node: NodeOf<'part' | 'fragment'>,
  nodes: readonly Node[],
): void {
  const own = node.children ?? []
  const report = (key: string, expected: string, found: string, suggestion: string): void =>
    linker.report(place.document, { code: 'VALUE', path: at(place, key).path, expected, found, suggestion })
  const name = node.node === 'part' ? node.part : node.fragment
  if (own.length > 0 && !hasSlot(nodes))
    report('children', `nothing: ${name} has no slot`, `${own.length} nodes`, `add { "node": "slot" } to ${name}, or remove the children`)
  const body = giveValues(nodes, node.with)
  if (body === undefined) {
    const expected = 'values that can stand in the expressions of the nodes'
    report(
      'with',
      expected,
      'an expression too long, or one that reads a name which a macro there binds',
      'give a name of a source or of the state instead',
    )
    return
  }
  linkNodes(linker, { ...inner, slot: { place: at(place, 'children'), nodes: own } }, body)
}

/** A fragment's nodes over the scope of the page that names it; circles are reported where fragments are linked. */
function linkFragmentNode(linker: Linker, place: ExpressionPlace, node: NodeOf<'fragment'>): void {
  const document = linker.index.find('fragment', node.fragment)
  const fragment = linker.index.get('fragment', node.fragment)
  const { fragments = [] } = place
  linkValues(linker, at(place, 'with'), node.with)
  if (document === undefined || fragment === undefined || fragments.includes(node.fragment)) return
  linker.use(`fragment ${node.fragment}`)
  linkParameters(linker, place, node, fragment)
  const inner = { ...place, document, path: '/body', fragments: [...fragments, node.fragment], parts: fragment.parts ?? {} }
  linkInside(linker, place, inner, node, fragment.body)
}

function linkParameters(linker: Linker, place: ExpressionPlace, node: NodeOf<'fragment'>, { id, parameters = [] }: FragmentDocument): void {
  const given = Object.keys(node.with ?? {})
  for (const name of given)
    linker.known(place.document, 'PARAMETER_UNKNOWN', at(place, 'with', name).path, `a parameter of ${id}`, name, parameters)
  for (const name of parameters.filter((one) => !given.includes(one)))
    linker.report(place.document, {
      code: 'KEY_MISSING',
      path: at(place, 'with', name).path,
      expected: `"${name}", which ${id} reads`,
      found: 'nothing',
      suggestion: `add "with": { "${name}": ... }`,
    })
}

function hasSlot(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (value as { node?: unknown }).node === 'slot' || Object.values(value).some(hasSlot)
}

/** What an `open` step gives by name is in scope of the content. */
function linkOverlay(linker: Linker, place: ExpressionPlace, node: NodeOf<'drawer'> | NodeOf<'dialog'>): void {
  if ('walk' in node && node.walk !== undefined) linkCel(linker, at(place, 'walk', 'at'), node.walk.at)
  if ('openWhen' in node && node.openWhen !== undefined) linkCel(linker, at(place, 'openWhen'), node.openWhen, 'boolean')
  const given = Object.fromEntries((openedWith(linker.index)[node.id] ?? []).map((name) => [name, 'dyn' as const]))
  const inner = { ...place, scope: { ...place.scope, ...given } }
  linkTexts(linker, inner, node, ['title'])
  if (node.node === 'dialog') linkTexts(linker, inner, node, ['must'])
  linkNodes(linker, at(inner, 'children'), node.children)
}

/** @returns type of one item of the list */
function linkItems(linker: Linker, place: ExpressionPlace, items: { cel: string }): ScopeType {
  return elementType(linkCel(linker, place, items, 'list')?.type ?? 'dyn')
}

/** A key that the items have; without one a chart would show nothing, without a word. */
function linkItemKey(linker: Linker, { document, path }: ExpressionPlace, key: string, item: ScopeType): void {
  if (typeof item !== 'object' || !('fields' in item)) return
  linker.known(document, 'OUTPUT_UNKNOWN', path, 'a key of the items', key, Object.keys(item.fields))
}

function linkPdf(linker: Linker, place: ExpressionPlace, node: NodeOf<'pdf'>): void {
  linkTexts(linker, place, node, ['label'])
  linkInput(linker, at(place, 'params'), node.call, node.params)
  const call = linker.index.get('call', node.call)
  if (call === undefined || call.raw) return
  const suggestion = 'name a call with "raw": true that sends a PDF'
  const found = `"${node.call}", which answers data`
  linker.report(place.document, {
    code: 'VALUE',
    path: pointer(place.path, 'call'),
    expected: 'a call that answers a file',
    found,
    suggestion,
  })
}

function linkCards(linker: Linker, place: ExpressionPlace, node: NodeOf<'cards'>): void {
  const item = linkItems(linker, at(place, 'items'), node.items)
  const card = at({ ...place, scope: { ...place.scope, item, row: item } }, 'card')
  linkCel(linker, at(card, 'title'), node.card.title)
  if (node.card.mark !== undefined) linkCel(linker, at(card, 'mark'), node.card.mark)
  linkValue(linker, at(card, 'image'), node.card.image)
  linkTexts(linker, card, node.card, ['to', 'footer'])
  for (const [index, tag] of (node.card.tags ?? []).entries()) linkCel(linker, at(card, 'tags', index, 'value'), tag.value)
  for (const [index, line] of (node.card.lines ?? []).entries()) {
    linkTexts(linker, at(card, 'lines', index), line, ['label'])
    linkCel(linker, at(card, 'lines', index, 'value'), line.value)
  }
  if (node.card.badge !== undefined) linkCel(linker, at(card, 'badge', 'value'), node.card.badge.value)
  linkActionRefs(linker, at(card, 'actions'), node.card.actions)
  linkEmpty(linker, at(place, 'empty'), node.empty)
  if (node.more !== undefined) linkCel(linker, at(place, 'more', 'total'), node.more.total, 'number')
}

/** Each column asks by itself, with its code as the parameter that the field names. */
function linkBoard(linker: Linker, place: ExpressionPlace, node: NodeOf<'board'>): void {
  const { source, field } = node
  linkInput(linker, at(place, 'source', 'params'), source.call, source.params, ['pageNum', 'pageSize', field])
  if (source.when !== undefined) linkCel(linker, at(place, 'source', 'when'), source.when, 'boolean')
  const call = linker.index.get('call', source.call)
  const item = call === undefined ? 'dyn' : rowOf(answerType(call, linker.index))
  if (call !== undefined) {
    linkParameter(linker, place.document, at(place, 'field').path, call, field)
    for (const name of ['pageNum', 'pageSize']) linkParameter(linker, place.document, at(place, 'source', 'call').path, call, name)
  }
  linkItemKey(linker, at(place, 'field'), field, item)
  const values = linker.index.get('enum', node.enum)?.values
  const codes = values?.map(({ code }) => String(code))
  const to = typeof values?.[0]?.code === 'number' ? 'number' : 'string'
  for (const [index, code] of (node.values ?? []).entries())
    if (codes) linker.known(place.document, 'REFERENCE_UNKNOWN', at(place, 'values', index).path, `a code of ${node.enum}`, code, codes)
  const inner = { ...place, scope: { ...place.scope, item, row: item } }
  linkCel(linker, at(inner, 'title'), node.title)
  if (node.mayMove !== undefined) linkCel(linker, at(inner, 'mayMove'), node.mayMove, 'list')
  linkNodes(linker, at(inner, 'children'), node.children)
  if (node.move !== undefined) linkActionRef(linker, at({ ...inner, scope: { ...inner.scope, to } }, 'move'), node.move)
}

function linkDesigner(linker: Linker, place: ExpressionPlace, node: NodeOf<'designer'>): void {
  linkCel(linker, at(place, 'of'), node.of)
  const inner = { ...place, scope: { ...place.scope, input: 'dyn', result: 'dyn' } } as ExpressionPlace
  const palette = linker.index.get('palette', node.palette)
  if (palette && node.purpose !== undefined)
    linker.known(place.document, 'NAME_UNKNOWN', `${place.path}/purpose`, 'a purpose of the palette', node.purpose, palette.purposes ?? [])
  const { versions, library } = node
  const actions = {
    save: node.save,
    publish: node.publish,
    'versions/restore': versions?.restore,
    'library/save': library?.save,
    'library/remove': library?.remove,
  }
  for (const [path, action] of Object.entries(actions))
    if (action !== undefined) linkActionRef(linker, at(inner, ...path.split('/')), action)
  const sources = {
    'versions/list': versions?.list,
    'versions/one': versions?.one,
    'versions/impact': versions?.impact,
    'library/list': library?.list,
  }
  for (const [path, source] of Object.entries(sources))
    if (source !== undefined) linkInput(linker, at(inner, ...path.split('/'), 'params'), source.call, source.params)
  for (const [index, { list, one, keep, remove }] of (node.others ?? []).entries()) {
    for (const [key, source] of Object.entries({ list, one }))
      linkInput(linker, at(inner, 'others', index, key, 'params'), source.call, source.params)
    for (const [key, action] of Object.entries({ keep, remove }))
      if (action !== undefined) linkActionRef(linker, at(inner, 'others', index, key), action)
  }
}

function linkDrafts(linker: Linker, place: ExpressionPlace, { of, save }: FormDrafts, answers: ScopeType): void {
  if (of !== undefined) linkCel(linker, at(place, 'of'), of)
  const input: ScopeType = { fields: { key: 'string', hash: 'string', answers, field: 'string' } }
  linkActionRef(linker, at({ ...place, scope: { ...place.scope, input, result: 'dyn' } }, 'save'), save)
}

/** Nodes that edit what is stored: the actions get it as `input`. */
function linkStudioNode(linker: Linker, place: ExpressionPlace, node: NodeOf<'skinDesigner' | 'printDesigner' | 'documentEditor'>): void {
  linkCel(linker, at(place, 'of'), node.of)
  const inner: ExpressionPlace = { ...place, scope: { ...place.scope, input: 'dyn', result: 'dyn' } }
  for (const key of ['save', 'publish', 'restore'] as const) linkActionRef(linker, at(inner, key), node[key])
  linkActionRefs(linker, at(place, 'actions'), node.actions)
}

/** The other requested values are the node's own. */
function linkResults(linker: Linker, place: ExpressionPlace, { source, toolbar }: NodeOf<'results'>): void {
  linkInput(linker, at(place, 'source', 'params'), source.call, source.params)
  if (source.when !== undefined) linkCel(linker, at(place, 'source', 'when'), source.when, 'boolean')
  linkActionRefs(linker, at({ ...place, scope: { ...place.scope, params: 'dyn' } }, 'toolbar'), toolbar)
  const call = linker.index.get('call', source.call)
  if (call === undefined || call.operation?.kind === 'statistics') return
  linker.report(place.document, {
    code: 'FIELD_TYPE',
    path: at(place, 'source', 'call').path,
    expected: 'a call with an operation of kind statistics',
    found: `${source.call}, ${call.operation ? `an operation of kind ${call.operation.kind}` : 'a handler'}`,
    suggestion: 'name a call whose operation has "kind": "statistics"',
  })
}

function linkFormNode(linker: Linker, place: ExpressionPlace, node: NodeOf<'form'>): void {
  if (typeof node.form === 'string') linkInitial(linker, at(place, 'initial'), node.form, node.initial)
  else linkValue(linker, at(place, 'initial'), node.initial)
  if (node.draftKey !== undefined) linkCel(linker, at(place, 'draftKey'), node.draftKey, 'string')
  if (node.known !== undefined) {
    linkCel(linker, at(place, 'known', 'of'), node.known.of)
    linkTexts(linker, at(place, 'known'), node.known, ['text'])
  }
  if (node.way !== undefined) linkWay(linker, at(place, 'way'), node.way)
  // a state that is not declared is reported as any unknown name
  if (node.liveAnswers !== undefined) linkCel(linker, at(place, 'liveAnswers'), `state.${node.liveAnswers}`)
  if (typeof node.readOnly === 'object') linkCel(linker, at(place, 'readOnly'), node.readOnly, 'boolean')
  let input: ScopeType = 'dyn'
  if (typeof node.form === 'string') {
    linkFormContext(linker, at(place, 'context'), node.form, node.context)
    const form = linker.index.get('form', node.form)
    if (form !== undefined) input = { fields: formTypes(form.schema.properties) }
  } else {
    linkCel(linker, at(place, 'form'), node.form, 'string')
    linkValues(linker, at(place, 'context'), node.context)
  }
  const draft: ScopeTypes = node.drafts ? { draft: { fields: { key: 'string' } } } : {}
  linkActionRef(linker, at({ ...place, scope: { ...place.scope, ...draft, input, result: 'dyn' } }, 'submit'), node.submit)
  if (node.drafts) linkDrafts(linker, at(place, 'drafts'), node.drafts, input)
}

function linkWay(linker: Linker, place: ExpressionPlace, way: NonNullable<NodeOf<'form'>['way']>): void {
  linkTexts(linker, place, way, ['own'])
  for (const side of ['before', 'after'] as const)
    for (const [index, name] of (way[side] ?? []).entries()) linkTextValues(linker, at(place, side, index), name)
}

function missingLabel(linker: Linker, { document, path }: ExpressionPlace): void {
  const suggestion = 'no source of this document gives the field a title: write "label"'
  linker.report(document, { code: 'KEY_MISSING', path, expected: '"label"', found: 'none', suggestion })
}
