/** `npm run bench -- forms`: the same sign-up form of 30, 200 and 1000 fields by seven ways to draw it, in Chromium, from memory. Libraries take turns
 *  within a run; every figure is the median of the runs. Prints a Markdown table. Options: `--runs=5`, `--apps=plain,agon`, `--counts=30,200`. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'
import { APPS, type App, buildApps, type ServedFile } from './forms/buildApps.ts'
import { type Figures, measure } from './forms/measure.ts'

/** @throws Error when a library does not show its form or its errors in time */
export async function run(): Promise<void> {
  const { runs, apps, counts } = optionsOf(process.argv.filter((argument) => argument.startsWith('--')))
  const files = await buildApps(apps, counts)
  const loaded = new Set<string>()
  const server = await serve(files, loaded)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  try {
    for (const count of counts) {
      const found = new Map<App, Figures[]>(apps.map((app) => [app, []]))
      for (let turn = 0; turn < runs; turn++) {
        for (const app of apps) {
          loaded.clear()
          const figures = await measure(browser, origin, app, count)
          const script = [...loaded].reduce((sum, path) => sum + (files.get(path)?.gzipped ?? 0), 0) / 1024
          found.get(app)!.push({ ...figures, script })
        }
      }
      console.log(tableOf(count, runs, found))
    }
  } finally {
    await browser.close()
    server.close()
  }
}

function optionsOf(args: readonly string[]): { runs: number; apps: readonly App[]; counts: readonly number[] } {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string', default: '5' }, apps: { type: 'string' }, counts: { type: 'string', default: '30,200,1000' } },
  })
  const asked = values.apps?.split(',')
  return {
    runs: Number(values.runs),
    apps: asked ? APPS.filter((app) => asked.includes(app)) : APPS,
    counts: values.counts.split(',').map(Number),
  }
}

/** @param loaded filled with the scripts that were asked for */
async function serve(files: ReadonlyMap<string, ServedFile>, loaded: Set<string>): Promise<Server> {
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = files.get(path)
    if (!file) {
      reply.writeHead(404).end()
      return
    }
    if (file.type === 'text/javascript') loaded.add(path)
    reply.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const COLUMNS: { title: string; show(figures: Figures): string }[] = [
  { title: 'first screen ms', show: (figures) => figures.firstScreen.toFixed(0) },
  { title: 'all mounted ms', show: (figures) => figures.allMounted.toFixed(0) },
  { title: 'key p50 ms', show: (figures) => figures.keyMedian.toFixed(1) },
  { title: 'key p95 ms', show: (figures) => figures.keyP95.toFixed(1) },
  { title: 'all errors ms', show: (figures) => figures.allErrors.toFixed(0) },
  { title: 'JS gz kB', show: (figures) => figures.script.toFixed(0) },
  { title: 'heap MB', show: (figures) => figures.heap.toFixed(1) },
]

function tableOf(count: number, runs: number, found: ReadonlyMap<App, readonly Figures[]>): string {
  const rows = [...found].map(([app, figures]) => `| ${app} | ${COLUMNS.map((column) => column.show(medians(figures))).join(' | ')} |`)
  const head = `| ${count} fields, median of ${runs} | ${COLUMNS.map((column) => column.title).join(' | ')} |`
  return [head, `|${'---|'.repeat(COLUMNS.length + 1)}`, ...rows, ''].join('\n')
}

function medians(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0]!) as (keyof Figures)[]
  const median = (name: keyof Figures) => all.map((figures) => figures[name]).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
  return Object.fromEntries(names.map((name) => [name, median(name)])) as unknown as Figures
}
