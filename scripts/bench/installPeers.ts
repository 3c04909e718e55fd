/** Packages that only benches need, installed when one runs: no one else waits for them. They find the project's own React above them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PEERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  jsonforms: { '@jsonforms/core': '3.8.0', '@jsonforms/react': '3.8.0', '@jsonforms/vanilla-renderers': '3.8.0' },
  lighthouse: { lighthouse: '13.5.0' },
  pdfme: { '@pdfme/common': '6.1.13', '@pdfme/generator': '6.1.13', '@pdfme/schemas': '6.1.13' },
  subsetFont: { 'subset-font': '2.9.0' },
  surveyjs: { 'survey-core': '3.0.0', 'survey-react-ui': '3.0.0' },
}
const PROJECT = join(import.meta.dirname, '../..')

/** @param apps  of `PEERS`; others need nothing. @returns folder of each package that these apps need, by its name. @throws Error when npm cannot install them */
export function installPeers(apps: readonly string[]): Record<string, string> {
  const wanted = Object.assign({}, ...apps.map((app) => PEERS[app] ?? {})) as Record<string, string>
  const folder = join(PROJECT, 'node_modules/.cache/agon-bench-peers')
  const missing = Object.entries(wanted).filter(([name, version]) => installedVersion(join(folder, 'node_modules', name)) !== version)
  if (missing.length > 0) {
    mkdirSync(folder, { recursive: true })
    if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
    const packages = missing.map(([name, version]) => `${name}@${version}`)
    execFileSync('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      stdio: 'inherit',
    })
  }
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, join(folder, 'node_modules', name)]))
}

function installedVersion(folder: string): string | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null
}
