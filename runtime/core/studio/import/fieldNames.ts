/** Names of imported fields: unchanged if rules can read them, otherwise the nearest name that rules can read. */
import { isReadable } from '../visualRule.ts'
import type { Losses } from './ImportReport.ts'

const TAKEN = new Set(['item', 'context', 'session'])

export class FieldNames {
  private readonly made = new Map<string, string>()
  private readonly used = new Set<string>()

  /** The name in the form of a name of the source; the same each time. */
  of(name: string, path: string, losses: Losses): string {
    const known = this.made.get(name)
    if (known !== undefined) return known
    const made = this.free(isReadable(name) && !TAKEN.has(name) ? name : readable(name))
    if (made !== name) losses.near(path, 'name', `${name} → ${made}`)
    this.made.set(name, made)
    return made
  }

  /** Another name in the form for a name that is taken by a field of its own. */
  anew(name: string, path: string, losses: Losses): string {
    const made = this.free(this.known(name))
    losses.near(path, 'name', `${name} → ${made}`)
    this.made.set(name, made)
    return made
  }

  /** The name given before; the name itself when there was none. */
  known(name: string): string {
    return this.made.get(name) ?? name
  }

  /** A name that nothing has yet. */
  free(wanted: string): string {
    let name = wanted
    for (let count = 2; this.used.has(name); count++) name = `${wanted}${count}`
    this.used.add(name)
    return name
  }
}

function readable(name: string): string {
  const words = name.split(/[^A-Za-z0-9_]+/).filter((word) => word !== '')
  const joined = words.map((word, at) => (at === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
  return /^[A-Za-z_]/.test(joined) && isReadable(joined) && !TAKEN.has(joined)
    ? joined
    : `field${joined[0]?.toUpperCase() ?? ''}${joined.slice(1)}`
}
