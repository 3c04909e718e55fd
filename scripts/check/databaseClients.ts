/** Keeps connections to PostgreSQL in one place: a client that no one watches ends the process when PostgreSQL ends its session. Tests end sessions in one place
 *  too, which ends those of their own database: others would lose theirs now and then. */
import type { SourceFile } from './readSources.ts'

const PLACES = /^runtime\/server\/database\/(openDatabase|connectClient|checkOut)\.ts$/
const LOOKED_AT = /^(runtime|plugins|scripts\/(start|seed)\b).*\.(ts|mjs)$/
const OPENS = /\bnew (?:pg\.)?(?:Pool|Client)\(|\bpool\.connect\(/g
const ENDING_PLACES = /^tests\/(harness|scripts)\//
const ENDS = /\bpg_(?:terminate|cancel)_backend\(/g

/** @returns one line per place that opens or takes a connection by itself, and per test that ends sessions by itself */
export function checkDatabaseClients(sources: SourceFile[]): string[] {
  return [
    ...placesOf(sources, LOOKED_AT, PLACES, OPENS, 'use openDatabase, connectClient or checkOut'),
    ...placesOf(sources, /^tests\/.*\.ts$/, ENDING_PLACES, ENDS, 'use endSessions of tests/harness'),
  ]
}

function placesOf(sources: SourceFile[], lookedAt: RegExp, places: RegExp, found: RegExp, help: string): string[] {
  return sources
    .filter(({ path }) => lookedAt.test(path) && !places.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(found)].map(([each]) => `${path}: "${each}" - ${help}`))
}
