/** The project without an area: its documents, code and texts are gone, all else is there. A migration drops its tables, as an operator would write it. */
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { tableName } from '../../runtime/core/tableName.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'

const COPIED = ['schemas', 'plugins']
const MIGRATION = 'plugins/migrations/9999-without-area.sql'

/** @returns a new folder; the caller removes it */
export function projectWithout(area: string): string {
  const root = mkdtempSync(join(tmpdir(), `agon-without-${area}-`))
  for (const name of readdirSync(PROJECT_DIRECTORY)) {
    if (COPIED.includes(name)) copyWithout(area, name, root)
    else if (!name.startsWith('.')) symlinkSync(join(PROJECT_DIRECTORY, name), join(root, name))
  }
  writeFileSync(join(root, MIGRATION), tablesOf(area).map(dropped).join('\n'))
  return root
}

function copyWithout(area: string, folder: string, root: string): void {
  const texts = ['zh', 'en'].map((lang) => join(PROJECT_DIRECTORY, 'schemas/locales', lang, `${area}.json`))
  mkdirSync(join(root, folder))
  for (const name of readdirSync(join(PROJECT_DIRECTORY, folder))) {
    const from = join(PROJECT_DIRECTORY, folder, name)
    if (name !== area) cpSync(from, join(root, folder, name), { recursive: true, filter: (source) => !texts.includes(source) })
  }
}

function tablesOf(area: string): string[] {
  const files = globSync(`schemas/${area}/**/*.entity.json`, { cwd: PROJECT_DIRECTORY })
  return files.map((file) => tableName(`${area}.${basename(file, '.entity.json')}`))
}

function dropped(table: string): string {
  return `DROP TABLE "${table}" CASCADE;\nDELETE FROM platform_table WHERE name = '${table}';`
}
