/** `npm run test:failover`: the machine of the primary goes under load, in several ways, in the cluster of `npm run cluster` (which is brought up when it is not there, and
 *  left running). Prints for each how long nothing was acknowledged, what people were answered meanwhile, and that nothing acknowledged was lost or done twice. Exit code 1
 *  otherwise. */
import { setTimeout as pause } from 'node:timers/promises'
import { up } from './cluster/cluster.ts'
import { fillCluster } from './cluster/world.ts'
import { FAULTS, type Fault, isWhole, leader } from './failover/faults.ts'
import { readSums, verify } from './failover/verify.ts'
import { createWrites, KINDS, type Writes } from './failover/writes.ts'
import { describeError } from './start/describeError.ts'

const BEFORE_S = 8
const CUT_S = 30
const AFTER_S = 8
/** People who begin each second; each writes three times. */
const PACE = Number(process.env.FAILOVER_PACE ?? 10)
const AIM_S = 15

try {
  await up()
  const wanted = process.argv[2]
  const faults = wanted ? FAULTS.filter((_, index) => wanted.split(',').includes(String(index + 1))) : FAULTS
  const lines: string[] = []
  let isGood = true
  for (const fault of faults) {
    const { line, good } = await play(fault)
    lines.push(line)
    isGood &&= good
  }
  console.log(`\n${PACE * KINDS.length} writes a second (sign-ups, votes, questions), ${new Date().toISOString().slice(0, 10)}\n`)
  console.log(
    '| fault | without an answer, s | acknowledged | sent again | errors by kind | lost | doubled | log |\n|---|---|---|---|---|---|---|---|',
  )
  console.log(lines.join('\n'))
  if (!isGood) process.exitCode = 1
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function play(fault: Fault): Promise<{ line: string; good: boolean }> {
  if (!(await isWhole())) throw new Error('the databases do not follow each other: npm run cluster -- status')
  const world = await fillCluster(PACE * (BEFORE_S + CUT_S + AFTER_S + 5))
  const before = await readSums(world)
  const over = { is: false }
  const writes = createWrites(world, () => over.is)
  const loading = load(writes, world.people)
  await pause(BEFORE_S * 1000)
  const number = await leader()
  console.log(`${fault.name}: pg${number}`)
  const begun = Date.now()
  const end = fault.begin(number)
  await pause(CUT_S * 1000)
  end()
  await pause(AFTER_S * 1000)
  await Promise.race([loading, pause(30_000)])
  over.is = true
  await loading
  writes.close()
  const whole = await isWhole()
  const found = await verify(world, writes.acknowledged, before)
  const silence = longestSilence(writes, begun)
  const [lost, doubled] = [sum(found.lost), sum(found.doubled)]
  const again = writes.acknowledged.filter(({ tries }) => tries > 1).length
  const good = lost + doubled + found.breaks + writes.open.size === 0 && silence <= AIM_S && whole
  const cells = [
    fault.name,
    silence.toFixed(1),
    `${writes.acknowledged.length}${writes.open.size ? `, ${writes.open.size} never` : ''}`,
    again,
    [...writes.errors].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none',
    lost,
    doubled,
    found.breaks === 0 ? `whole (${found.entries})` : `${found.breaks} breaks`,
  ]
  const line = `| ${cells.join(' | ')} |`
  console.log(line)
  return { line, good }
}

/** Someone begins again and again, however long others wait. */
async function load(writes: Writes, people: Parameters<Writes['ask']>[0][]): Promise<void> {
  const all: Promise<unknown>[] = []
  for (const person of people.slice(0, PACE * (BEFORE_S + CUT_S + AFTER_S))) {
    for (const kind of KINDS) all.push(writes.ask(person, kind))
    await pause(1000 / PACE)
  }
  await Promise.all(all)
}

/** In s, from the fault on. */
function longestSilence({ acknowledged }: Writes, begun: number): number {
  const times = [begun, ...acknowledged.map(({ at }) => at).filter((time) => time > begun)].sort((a, b) => a - b)
  return Math.max(...times.slice(1).map((time, index) => time - times[index]!)) / 1000
}

function sum(of: Record<string, number>): number {
  return Object.values(of).reduce((total, each) => total + each, 0)
}
