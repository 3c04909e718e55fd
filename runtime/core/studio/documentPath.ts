/** Reading and changing one place of a document that never changes itself: every edit answers a new document that shares what stayed. */

/** Steps of a JSON Pointer. */
export function pathSteps(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value at a JSON Pointer, undefined when there is none. */
export function readAt(document: unknown, path: string): unknown {
  let value = document
  for (const step of pathSteps(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** The document with another value at a path; `undefined` takes the key out. Objects on the way that are missing are made. */
export function writeAt<D>(document: D, path: string, value: unknown): D {
  return write(document, pathSteps(path), value) as D
}

/** The path around a path. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function write(holder: unknown, [step, ...rest]: string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(holder)) return writeItem(holder, Number(step), rest, value)
  const object = (typeof holder === 'object' && holder !== null ? holder : {}) as Record<string, unknown>
  if (rest.length > 0) return { ...object, [step]: write(object[step], rest, value) }
  if (value !== undefined) return { ...object, [step]: value }
  const { [step]: _, ...others } = object
  return others
}

function writeItem(list: readonly unknown[], index: number, rest: string[], value: unknown): unknown[] {
  if (rest.length === 0 && value === undefined) return list.filter((_, at) => at !== index)
  return list.map((item, at) => (at === index ? write(item, rest, value) : item))
}
