/** What areas give at points of others: `plugins/<area>/<name>.extension.ts`, read when the server starts. */
import { pathToFileURL } from 'node:url'
import type { Extension, ExtensionPoint, ExtensionPoints } from '../core/contracts.ts'
import { AgonError } from '../core/errors.ts'
import { findExtensions } from './findPlugins.ts'

/** Point -> key -> what is given, in the order of the keys on every machine. */
export type Extensions = ReadonlyMap<string, ReadonlyMap<string, unknown>>

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/** @throws PLUGIN_TWICE, EXTENSION_TWICE */
export async function importExtensions(folders: readonly string[]): Promise<Extensions> {
  const points = new Map<string, Map<string, unknown>>()
  for (const { file } of folders.flatMap(findExtensions)) {
    const { point, key, value } = ((await import(pathToFileURL(file).href)) as { default: Extension }).default
    const given = points.get(point) ?? new Map<string, unknown>()
    if (given.has(key)) throw new AgonError('EXTENSION_TWICE', { point, key, file })
    points.set(point, given.set(key, value))
  }
  return new Map([...points].map(([point, given]) => [point, new Map([...given].sort(([one], [other]) => (one < other ? -1 : 1)))]))
}

/** Nothing where no area gives anything. */
export function extensionsAt<P extends ExtensionPoint>(extensions: Extensions, point: P): ReadonlyMap<string, ExtensionPoints[P]> {
  return (extensions.get(point) ?? NOTHING) as ReadonlyMap<string, ExtensionPoints[P]>
}
