/** Makes a platform read-only: what is shared by all requests must not be changed by one. */

/** Freezes a JSON value and everything inside it. Returns the same value. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const key in value) deepFreeze(value[key])
  }
  return value
}

/** A map that cannot be changed after it was made. */
export class FrozenMap<K, V> extends Map<K, V> {
  readonly #closed: boolean
  constructor(entries: Iterable<readonly [K, V]>) {
    super(entries)
    this.#closed = true
  }
  override set(key: K, value: V): this {
    // the constructor of Map calls set before our own field exists
    if (#closed in this) throw new TypeError('a platform cannot be changed')
    return super.set(key, value)
  }
  override delete(): never {
    throw new TypeError('a platform cannot be changed')
  }
  override clear(): never {
    throw new TypeError('a platform cannot be changed')
  }
}
