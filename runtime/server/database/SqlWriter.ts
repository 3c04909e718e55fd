/** Collects the parameters while an SQL text is written. Values never enter the text. */

export interface SqlStatement {
  text: string
  values: unknown[]
  /** Its best plan depends on the values: it is planned for each request instead of being prepared. */
  replanned?: true
}

export class SqlWriter {
  readonly values: unknown[] = []
  #replanned = false
  readonly #joins: Map<string, string> | null

  /** @param joined  rows that paths through refs lead to are joined once (`joins` stands after FROM) instead of being looked up for each row: for
   *  statements that read many rows */
  constructor({ joined = false }: { joined?: boolean } = {}) {
    this.#joins = joined ? new Map() : null
  }

  /** Joins a table's row by its id. @returns false when the statement has no place for joins */
  join(alias: string, table: string, id: string): boolean {
    this.#joins?.set(alias, ` LEFT JOIN ${table} ${alias} ON ${alias}."id" = ${id}`)
    return this.#joins !== null
  }

  /** Known once all conditions are written. */
  get joins(): string {
    return [...(this.#joins?.values() ?? [])].join('')
  }

  /** Adds a value; answers its place with the cast, `$3::bigint`. */
  value(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  /** For spans that a caller chooses: a prepared statement guesses that any span holds half a percent of the rows. */
  replan(): void {
    this.#replanned = true
  }

  statement(text: string): SqlStatement {
    return { text, values: this.values, ...(this.#replanned && { replanned: true }) }
  }
}

/** How many texts get a prepared statement; texts beyond (rare filters) are parsed each time. */
const MAX_NAMED = 1000
const names = new Map<string, string>()

/** Adds the name of a prepared statement, the same for the same text in every connection of this process. */
export function named({ replanned, ...statement }: SqlStatement): SqlStatement & { name?: string } {
  if (replanned) return statement
  let name = names.get(statement.text)
  if (name === undefined && names.size < MAX_NAMED) {
    name = `s${names.size}`
    names.set(statement.text, name)
  }
  return name === undefined ? statement : { ...statement, name }
}

/** Uses of a statement before it is prepared. */
const USUAL = 10
const MAX_COUNTED = 2000
const counts = new Map<string, number>()

/** As `named`, for statements that handlers make: frequent ones are prepared. Lists of changing length must not fill the names. */
export function usual(statement: SqlStatement): SqlStatement & { name?: string } {
  const count = (counts.get(statement.text) ?? 0) + 1
  if (count > USUAL) return named(statement)
  if (counts.size >= MAX_COUNTED) counts.clear()
  counts.set(statement.text, count)
  return statement
}
