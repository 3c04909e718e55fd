/** The rules of a form said once more, in the slowest and plainest way, as an oracle: every question is answered anew by recursion, nothing is
 *  ordered, remembered or updated. */
import type { Cel, FormDocument, FormField } from '../../../runtime/core/documents.ts'
import { compileUnchecked } from '../../../runtime/core/expressions/index.ts'

type Row = { fields: Record<string, FormField>; answers: Record<string, unknown>; above: Naive | null }

/** What rules read beside the answers. */
interface Given {
  context: Record<string, unknown>
  permissions: readonly string[]
  now: string
}

export class Naive {
  private readonly row: Row
  private readonly root: Naive
  private readonly given: Given
  private readonly permissions: readonly string[]

  constructor(row: Row, root: Naive | null, given: Given) {
    this.row = row
    this.root = root ?? this
    this.given = given
    this.permissions = given.permissions
  }

  static of(form: FormDocument, answers: Record<string, unknown>, given: Given): Naive {
    return new Naive({ fields: form.schema.properties, answers, above: null }, null, given)
  }

  names(): string[] {
    return Object.keys(this.row.fields)
  }

  rows(name: string): Naive[] {
    const field = this.row.fields[name]!
    const value = this.row.answers[name]
    if (!field.items?.properties || !Array.isArray(value)) return []
    return value.map((row) => {
      const answers = typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as Record<string, unknown>) : {}
      return new Naive({ fields: field.items!.properties!, answers, above: this }, this.root, this.given)
    })
  }

  shown(name: string): boolean {
    const field = this.row.fields[name]!
    if (field['x-readers'] && !this.permissions.includes(field['x-readers'] as string)) return false
    return this.holds(field['x-visibleWhen'], true)
  }

  visible(name: string, parentVisible: boolean): boolean {
    return parentVisible && this.shown(name)
  }

  enabled(name: string, parentVisible: boolean, parentWritable: boolean): boolean {
    const field = this.row.fields[name]!
    const writable = parentWritable && (!field['x-writers'] || this.permissions.includes(field['x-writers'] as string))
    return this.visible(name, parentVisible) && writable && !field['x-computed'] && this.holds(field['x-enabledWhen'], true)
  }

  required(name: string, required: readonly string[], parentVisible: boolean, parentWritable: boolean): boolean {
    const field = this.row.fields[name]!
    return this.enabled(name, parentVisible, parentWritable) && (required.includes(name) || this.holds(field['x-requiredWhen'], false))
  }

  /** What expressions read: null while the field is hidden and does not keep its value. */
  read(name: string): unknown {
    const field = this.row.fields[name]!
    if (field['x-readers'] && !this.permissions.includes(field['x-readers'] as string)) return null
    if (!this.shown(name) && field['x-whenHidden'] !== 'keep') return null
    if (field['x-computed']) return this.run(field['x-computed'])
    if (field.items?.properties) return this.rows(name).map((row) => row.scope())
    return this.row.answers[name] ?? null
  }

  private scope(): Record<string, unknown> {
    return Object.fromEntries(this.names().map((name) => [name, this.read(name)]))
  }

  private holds(condition: Cel | undefined, without: boolean): boolean {
    return condition ? this.run(condition) === true : without
  }

  private run({ cel }: Cel): unknown {
    const expression = compileUnchecked(cel)
    const read = new Set(expression.references.map((path) => path[0]!))
    const scope: Record<string, unknown> = {
      context: this.given.context,
      session: { permissions: this.permissions },
      now: this.given.now,
    }
    for (const name of this.root.names()) if (read.has(name)) scope[name] = this.root.read(name)
    const inner = new Set(expression.references.filter((path) => path[0] === 'item').map((path) => path[1]!))
    if (this !== this.root) scope.item = Object.fromEntries([...inner].map((name) => [name, this.read(name)]))
    return expression.evaluate(scope)
  }
}
