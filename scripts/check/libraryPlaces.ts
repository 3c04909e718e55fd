/** Allows a library that may have to be replaced in only one module. */
import { isModule, readImports } from './readImports.ts'
import type { SourceFile } from './readSources.ts'

const PLACES: Readonly<Record<string, string>> = {
  exceljs: 'runtime/server/exports/writeWorkbook.ts',
  'pg-boss': 'runtime/server/jobs/createJobsService.ts',
}
const LOOKED_AT = /^(runtime|renderer|plugins|scripts)\//

/** @returns one line per import of such a library elsewhere */
export function checkLibraryPlaces(sources: SourceFile[]): string[] {
  return sources
    .filter(({ path }) => LOOKED_AT.test(path) && isModule(path))
    .flatMap((source) => readImports(source).map(({ target }) => ({ path: source.path, target, place: PLACES[target] })))
    .filter(({ path, place }) => place !== undefined && place !== path)
    .map(({ path, target, place }) => `${path}: ${target} is imported by ${place} alone - use what that offers`)
}
