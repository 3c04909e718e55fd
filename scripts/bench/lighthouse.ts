/** `npm run bench -- lighthouse`: five public pages of the production build with the data of the demonstration, as Lighthouse sees them on a phone and on a
 *  desktop. Beside each, in turn in the same run, two pages with the same content: one drawn in the browser by React alone, and one of HTML with its CSS.
 *  Everything listens on 127.0.0.1 and is ended. `BENCH_ROUNDS` (5), `BENCH_PAGES=/,/competition`, `BENCH_DEVICES=phone`, `BENCH_SUBJECTS=Agon` and
 *  `BENCH_MINUTES` (60; what is measured by then is printed) shorten a run; `BENCH_ADDRESS` measures a server that runs. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'
import { DESK, type Device, PHONE } from './devices.ts'
import { buildPeers } from './lighthouse/buildPeers.ts'
import { type Figures, visitByLighthouse, visitSlowed } from './lighthouse/measure.ts'
import { measureRates } from './lighthouse/measureRates.ts'
import { type Content, takeContent } from './lighthouse/takeContent.ts'
import { firstCompetition } from './pages.ts'

const PROJECT = join(import.meta.dirname, '../..')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)
const PATIENCE_MS = 180_000
const ASK_EVERY_MS = 250
const SUBJECTS = ['Agon', 'React alone', 'static HTML'] as const
type Subject = (typeof SUBJECTS)[number]

interface Place {
  /** Of the page, in the table and as a name of files. */
  name: string
  path: string
}
interface Stage {
  browser: Browser
  /** Where the browser listens for Lighthouse. */
  port: number
  origins: { agon: string; peers: string }
  deadline: number
}

/** @throws Error when a server does not start, or a page does not come drawn */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-lighthouse-'))
  const deadline = Date.now() + MINUTES * 60_000
  const children: ChildProcess[] = []
  const port = await freePort()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`] })
  try {
    const agon = process.env.BENCH_ADDRESS ?? (await startAgon(directory, children))
    const places = await placesOf(agon)
    for (const { path } of places) await drawn(agon + path)
    const files = await buildPeers(directory, await contentsOf(browser, agon, places))
    const peers = fork(join(import.meta.dirname, 'lighthouse/servePeers.ts'), { serialization: 'advanced' })
    children.push(peers)
    peers.send([...files])
    const [peerPort] = (await once(peers, 'message')) as [number]
    await report({ browser, port, origins: { agon, peers: `http://127.0.0.1:${peerPort}` }, deadline }, places)
  } finally {
    await browser.close()
    await Promise.all(children.map(stop))
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startAgon(directory: string, children: ChildProcess[]): Promise<string> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIRECTORY: join(directory, 'data'),
    NODE_ENV: '',
    DATABASE_URL: '',
  }
  const child = spawn(process.execPath, ['scripts/run.mjs', '--lean', 'scripts/start.ts'], { cwd: PROJECT, env, stdio: 'ignore' })
  children.push(child)
  const origin = `http://127.0.0.1:${port}`
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await pause()) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if ((await fetch(origin).catch(() => null))?.ok) return origin
  }
  throw new Error(`no answer on port ${port}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
}

async function placesOf(origin: string): Promise<Place[]> {
  const places: Place[] = [
    { name: 'home', path: '/' },
    { name: 'competitions', path: '/competition' },
    { name: 'details', path: `/details?competitionId=${await firstCompetition(origin)}` },
    { name: 'courses', path: '/training' },
    { name: 'certificates', path: '/searchCert' },
  ]
  const asked = process.env.BENCH_PAGES?.split(',')
  return places.filter(({ path }) => !asked || asked.includes(path.split('?')[0]!))
}

/** The first answers of a new server are drawn by the browser; what is measured is a server that runs. */
async function drawn(address: string): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE_MS; await pause())
    if ((await (await fetch(address)).text()).includes('id="agon-first"')) return
  throw new Error(`${address} does not come drawn`)
}

function devices(): Device[] {
  const asked = process.env.BENCH_DEVICES?.split(',')
  return [PHONE, DESK].filter(({ name }) => !asked || asked.includes(name))
}

async function contentsOf(browser: Browser, origin: string, places: readonly Place[]): Promise<Record<string, Content>> {
  const contents: Record<string, Content> = {}
  for (const { name: device, viewport, isMobile } of devices()) {
    const context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile, locale: 'zh-CN' })
    for (const { name, path } of places) contents[`${name}-${device}`] = await takeContent(context, origin + path)
    await context.close()
  }
  return contents
}

async function report(stage: Stage, places: readonly Place[]): Promise<void> {
  const titles = [
    'score',
    'first paint s',
    'largest s',
    'blocked ms',
    'shift',
    'scripts kB gz',
    'slowed: words s',
    'slowed: largest s',
    'load',
  ]
  console.log(`| page | device | by | ${titles.join(' | ')} |\n|---|---|---|${'---:|'.repeat(titles.length)}`)
  for (const place of places)
    for (const device of devices()) {
      const found = await compare(stage, place, device)
      for (const [subject, rounds] of found) if (rounds.length > 0) console.log(row([place.name, device.name, subject], rounds))
    }
  const { kept, anew } = await measureRates(stage.origins.agon, '/')
  const shown = ({ perSecond, p99 }: { perSecond: number; p99: number }) => `${perSecond.toFixed(0)} a second (p99 ${p99} ms)`
  console.log(`\npages drawn on the server, home: kept ${shown(kept)}, made anew ${shown(anew)}, load ${load().toFixed(1)}`)
}

type Round = Figures & { load: number }

/** In turn, so that other work on the machine meets all alike. */
async function compare(stage: Stage, place: Place, device: Device): Promise<Map<Subject, Round[]>> {
  const asked = process.env.BENCH_SUBJECTS?.split(',')
  const found = new Map<Subject, Round[]>(SUBJECTS.filter((subject) => !asked || asked.includes(subject)).map((subject) => [subject, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [subject, rounds] of found)
      if (Date.now() < stage.deadline) rounds.push(await visit(stage, addressOf(stage, subject, place, device), device))
  return found
}

function addressOf({ origins }: Stage, subject: Subject, { name, path }: Place, device: Device): string {
  if (subject === 'Agon') return origins.agon + path
  return `${origins.peers}/${subject === 'static HTML' ? 'static' : 'react'}/${name}-${device.name}.html`
}

async function visit({ browser, port }: Stage, address: string, { isMobile }: Device): Promise<Round> {
  const figures = await visitByLighthouse(address, isMobile, port)
  return { ...figures, ...(isMobile ? await visitSlowed(browser, address) : {}), load: load() }
}

function load(): number {
  return loadavg()[0]!
}

function row(names: readonly string[], rounds: readonly Round[]): string {
  const at = (figure: keyof Round) => median(rounds.map((round) => round[figure]))
  const seconds = (figure: keyof Round) => (at(figure) === null ? '' : (at(figure)! / 1000).toFixed(2))
  const cells = [
    at('score')!.toFixed(0),
    seconds('firstMs'),
    seconds('largestMs'),
    at('blockedMs')!.toFixed(0),
    at('shift')!.toFixed(3),
    at('scriptKb')!.toFixed(1),
    seconds('wordsMs'),
    seconds('slowLargestMs'),
    at('load')!.toFixed(1),
  ]
  return `| ${[...names, ...cells].join(' | ')} |`
}

function median(figures: readonly (number | null)[]): number | null {
  return figures.toSorted((one, other) => Number(one) - Number(other))[Math.floor(figures.length / 2)]!
}
