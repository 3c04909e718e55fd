/** `context.rows.keep`: the rows of one thing become those of a list. */
import type { ChangeLog, RowService } from '../../core/contracts.ts'
import type { Values } from './rowStatements.ts'

type Row = Values & { id: string }

export function keepRows(rows: Pick<RowService, 'all' | 'save' | 'remove' | 'create'>): RowService['keep'] {
  return async (entity, of, list, rules, log) => {
    const { position, leaving } = rules ?? {}
    const before = (await rows.all(entity, of, { lock: true })) as unknown as Row[]
    const known = new Map(before.map((row) => [row.id, row]))
    const wanted = (list as readonly Values[]).map(({ id, ...values }, place) => {
      const row = known.get(String(id))
      // a copied row still carries the id of the one that it was copied from
      if (row) known.delete(row.id)
      return { row, values: { ...values, ...(position === undefined ? {} : { [position]: place }) } }
    })
    for (const row of known.values()) await (leaving ? rows.save(entity, row, leaving, log) : rows.remove(entity, row, log))
    for (const { row, values } of wanted) {
      if (row) await rows.save(entity, row, values as never, log as ChangeLog)
      else await rows.create(entity, { ...of, ...values } as never, log)
    }
  }
}
