/** The order of evaluation. Every field has three nodes: `visible` (does it show, does its value take part), `value` (what others read) and
 *  `rules` (enabled, required, options: nothing reads them). A hidden field that does not keep its value reads as null, on the server as on
 *  the screen: that is why `value` stands after `visible`, and why two fields cannot decide each other's visibility. */
import type { FieldTemplate } from './compileForm.ts'
import type { Rule } from './compileRule.ts'

export type NodePart = 'visible' | 'value' | 'rules'

export interface EvaluationNode {
  readonly field: FieldTemplate
  readonly part: NodePart
  /** Position in the plan. */
  readonly order: number
  /** Nodes to evaluate again when this one changed. */
  readonly dependents: readonly EvaluationNode[]
  /** Reads `context`: again when the context changes. */
  readonly readsContext: boolean
  /** Reads `now`: again when time has passed. */
  readonly readsNow: boolean
}

export type FieldNodes = Readonly<Record<NodePart, EvaluationNode>>

interface Draft {
  field: FieldTemplate
  part: NodePart
  order: number
  dependents: Draft[]
  readsContext: boolean
  readsNow: boolean
  needs: Set<Draft>
}

/** @param onCycle called with the template paths of a cycle, first one repeated at the end; must throw */
export function planEvaluation(
  { root, fields: declared, steps }: { root: FieldTemplate; fields: readonly FieldTemplate[]; steps: readonly FieldTemplate[] },
  onCycle: (paths: string[]) => never,
): { plan: readonly EvaluationNode[]; nodes: readonly FieldNodes[] } {
  const fields = [...declared, ...steps]
  const nodes: Record<NodePart, Draft>[] = []
  for (const field of fields)
    nodes[field.index] = { visible: draft(field, 'visible'), value: draft(field, 'value'), rules: draft(field, 'rules') }
  const nodeOf = (field: FieldTemplate, part: NodePart) => nodes[field.index]![part]
  for (const field of declared) link(field, root, nodeOf)
  for (const step of steps) linkStep(step, { root, steps }, nodeOf)
  const plan = sort(
    fields.flatMap((field) => Object.values(nodes[field.index]!)),
    onCycle,
  )
  plan.forEach((node, order) => {
    node.order = order
    for (const need of node.needs) need.dependents.push(node)
  })
  return { plan, nodes }
}

function draft(field: FieldTemplate, part: NodePart): Draft {
  return { field, part, order: -1, dependents: [], readsContext: false, readsNow: false, needs: new Set() }
}

function link(field: FieldTemplate, root: FieldTemplate, nodeOf: (field: FieldTemplate, part: NodePart) => Draft): void {
  const visible = nodeOf(field, 'visible')
  const value = nodeOf(field, 'value')
  const rules = nodeOf(field, 'rules')
  const read = (node: Draft, rule: Rule | null) => needs(node, rule, root, nodeOf)
  if (field.step) visible.needs.add(nodeOf(field.step, 'visible'))
  if (field.parent && field.parent !== root) visible.needs.add(nodeOf(field.parent, 'visible'))
  read(visible, field.visibleWhen)
  if (canDrop(field)) value.needs.add(visible)
  read(value, field.computed)
  read(value, field.optionWhen)
  for (const option of field.options?.filtered ?? []) read(value, option.visibleWhen)
  for (const { when, to } of field.sets) {
    read(value, when)
    if ('evaluate' in to) read(value, to)
  }
  if (field.sets.length > 0) rules.needs.add(value)
  for (const child of field.children) value.needs.add(nodeOf(child, 'value'))
  rules.needs.add(visible)
  read(rules, field.enabledWhen)
  read(rules, field.requiredWhen)
  for (const option of field.options?.conditional ?? []) read(rules, option.disabledWhen)
}

/** A step is on the way by what the steps before it lead to, and leads where its conditions say. */
function linkStep(
  field: FieldTemplate,
  { root, steps }: { root: FieldTemplate; steps: readonly FieldTemplate[] },
  nodeOf: (field: FieldTemplate, part: NodePart) => Draft,
): void {
  const { from, jumps } = field.leads!
  const value = nodeOf(field, 'value')
  for (const before of from) nodeOf(field, 'visible').needs.add(nodeOf(steps[before]!, 'value'))
  value.needs.add(nodeOf(field, 'visible'))
  for (const { when } of jumps) needs(value, when, root, nodeOf)
}

function needs(node: Draft, rule: Rule | null, root: FieldTemplate, nodeOf: (field: FieldTemplate, part: NodePart) => Draft): void {
  if (!rule) return
  if (rule.readsNow) node.readsNow = true
  for (const reference of rule.references) {
    if (reference[0] === 'context') node.readsContext = true
    const target = resolveReference(reference, node.field, root)
    if (target) node.needs.add(nodeOf(target, 'value'))
  }
}

/** Whether hiding can ever take the field's value away: always but where the whole way down keeps. */
function canDrop(field: FieldTemplate): boolean {
  for (let at: FieldTemplate | null = field; at; at = at.parent) if (at.step || (at.visibleWhen && at.whenHidden !== 'keep')) return true
  return false
}

/** The deepest field that a reference reads: `address.city` -> the city, `members[0].name` -> the members. */
export function resolveReference(reference: readonly string[], field: FieldTemplate, root: FieldTemplate): FieldTemplate | null {
  const inRow = reference[0] === 'item'
  let at = inRow ? field.row : root
  let found = inRow ? field.row : null
  // `item` alone reads the whole row; a path into it reads only the field.
  for (const step of inRow ? reference.slice(1) : reference) {
    const next: FieldTemplate | undefined = at?.byName.get(step)
    if (!next) break
    at = next
    found = next
    if (next.kind === 'repeat') break
  }
  return found
}

/** Depth first, in document order, so that the plan of a form without expressions is the document itself. */
function sort(drafts: Draft[], onCycle: (paths: string[]) => never): Draft[] {
  const sorted: Draft[] = []
  const state = new Map<Draft, 'open' | 'done'>()
  const way: Draft[] = []
  const visit = (node: Draft) => {
    const known = state.get(node)
    if (known === 'done') return
    if (known === 'open') onCycle([...way.slice(way.indexOf(node)), node].map((each) => each.field.path))
    state.set(node, 'open')
    way.push(node)
    for (const need of node.needs) visit(need)
    way.pop()
    state.set(node, 'done')
    sorted.push(node)
  }
  for (const draft of drafts) visit(draft)
  return sorted
}
