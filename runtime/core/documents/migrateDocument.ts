/** Brings a stored document to the format of its kind that this release reads. `version` says which format a content has; a step lifts it by one. */
import type { Kind } from '../documents.ts'

type Json = Record<string, unknown>

/** Lifts a content by one format version. Pure; `version` is set by the caller. */
export type MigrationStep = (content: Json) => Json

/** For each kind the steps in order: the first lifts version 1 to 2. The current version is one more than there are steps. */
export type Migrations = { readonly [K in Kind]?: readonly MigrationStep[] }

/** The steps of this release. Every kind is still in its first format. */
export const migrations: Migrations = {}

/** The format version that this release reads and writes. */
export function formatVersion(kind: Kind, steps: Migrations = migrations): number {
  return (steps[kind]?.length ?? 0) + 1
}

/**
 * @returns the content in the current format, the same object when it already is; a content whose version is no number, or newer than this
 *          release knows, as it is: validation refuses it with VERSION_UNKNOWN
 */
export function migrateDocument(kind: Kind, content: unknown, steps: Migrations = migrations): unknown {
  const version = typeof content === 'object' && content !== null ? (content as Json).version : undefined
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return content
  const needed = (steps[kind] ?? []).slice(version - 1)
  return needed.reduce<unknown>((lifted, step, index) => ({ ...step(lifted as Json), version: version + index + 1 }), content)
}
