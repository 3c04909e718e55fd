/** Keeps connections to PostgreSQL in one place: a client that no one watches ends the process when PostgreSQL ends its session. */
import type { SourceFile } from './readSources.ts'

const PLACES = /^runtime\/server\/database\/(openDatabase|connectClient|checkOut)\.ts$/
const LOOKED_AT = /^(runtime|plugins|scripts\/(start|seed)\b).*\.(ts|mjs)$/
const OPENS = /\bnew (?:pg\.)?(?:Pool|Client)\(|\bpool\.connect\(/g

/** @returns one line per place that opens or takes a connection by itself */
export function checkDatabaseClients(sources: SourceFile[]): string[] {
  return sources
    .filter(({ path }) => LOOKED_AT.test(path) && !PLACES.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(OPENS)].map(([found]) => `${path}: "${found}" - use openDatabase, connectClient or checkOut`),
    )
}
