/** Bench (l): 2,000 works for 60 experts, three reviews each, with conflicts of interest. The linear program beside a greedy assignment, as a good engineer
 *  would write it by hand: works with the fewest experts first, each to the least loaded who suit best. */
import assign from '../../plugins/review/assign.computation.ts'
import type { AssignmentTask } from '../../plugins/review/assignment/AssignmentTask.ts'
import { type AllowedPairs, allowedPairs } from '../../plugins/review/assignment/allowedPairs.ts'

const WORKS = Number(process.env.WORKS ?? 2_000)
const EXPERTS = Number(process.env.EXPERTS ?? 60)
const REVIEWS = 3
const SCHOOLS = 120
const FIELDS = 30
const CONFLICTS = 0.05
const AIM_SECONDS = 30

interface Figures {
  name: string
  seconds: number
  missing: number
  spread: string
  conflicts: number
  shared: number
  sameSchool: number
}

/** Prints one table. */
export async function run(): Promise<void> {
  const task = sample()
  const pairs = allowedPairs(task)
  console.log(
    `\n== assignment: ${WORKS} works, ${EXPERTS} experts, ${REVIEWS} reviews each, ${task.barred.length} conflicts (aim ${AIM_SECONDS} s)`,
  )
  console.table(
    [await measured('linear program (HiGHS)', task, solved), await measured('greedy', task, async () => greedy(task, pairs))].map(
      ({ name, seconds, missing, spread, conflicts, shared, sameSchool }) => ({
        name,
        seconds: seconds.toFixed(1),
        'reviews missing': missing,
        'load least..most': spread,
        'pairs in conflict': conflicts,
        'pairs that share a field': shared,
        'most of one school': sameSchool,
      }),
    ),
  )
}

type Pair = readonly [work: number, expert: number]

async function solved(task: AssignmentTask): Promise<Pair[]> {
  const { pairs } = await assign.run(task, async () => {})
  return pairs.map(({ work, expert }) => [work, expert] as const)
}

function greedy({ works, experts }: AssignmentTask, { work, expert, suits }: AllowedPairs): Pair[] {
  const choices = works.map(() => [] as { expert: number; suits: number }[])
  for (let k = 0; k < work.length; k++) choices[work[k]!]!.push({ expert: expert[k]!, suits: suits[k]! })
  const loads = experts.map(() => 0)
  const order = [...works.keys()].sort((a, b) => choices[a]!.length - choices[b]!.length)
  return order.flatMap((at) => {
    const best = choices[at]!.sort((a, b) => loads[a.expert]! - loads[b.expert]! || b.suits - a.suits).slice(0, works[at]!.need)
    for (const choice of best) loads[choice.expert]! += 1
    return best.map((choice) => [at, choice.expert] as const)
  })
}

async function measured(name: string, task: AssignmentTask, find: (task: AssignmentTask) => Promise<Pair[]>): Promise<Figures> {
  const begun = performance.now()
  const pairs = await find(task)
  const seconds = (performance.now() - begun) / 1_000
  const { works, experts } = task
  const loads = experts.map((_, j) => pairs.filter(([, expert]) => expert === j).length)
  const barred = new Set(task.barred.map(([work, expert]) => `${work} ${expert}`))
  const ofSchool = new Map<string, number>()
  for (const [work, expert] of pairs) {
    const key = `${expert} ${works[work]!.school}`
    ofSchool.set(key, (ofSchool.get(key) ?? 0) + 1)
  }
  return {
    name,
    seconds,
    missing: works.length * REVIEWS - pairs.length,
    spread: `${Math.min(...loads)}..${Math.max(...loads)}`,
    conflicts: pairs.filter(([work, expert]) => barred.has(`${work} ${expert}`)).length,
    shared: pairs.filter(([work, expert]) => works[work]!.keywords.some((keyword) => experts[expert]!.keywords.includes(keyword))).length,
    sameSchool: Math.max(...ofSchool.values()),
  }
}

/** The same each time. */
function sample(): AssignmentTask {
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  const fields = Array.from({ length: FIELDS }, (_, at) => `field ${at}`)
  const field = () => fields[Math.floor(random() * FIELDS)]!
  const works = Array.from({ length: WORKS }, (_, at) => ({
    id: `${at}`,
    need: REVIEWS,
    eventId: '1',
    // a few schools submit many works
    school: `school ${Math.floor(random() * random() * SCHOOLS)}`,
    keywords: [field(), field()],
    language: random() < 0.2 ? 'en' : 'zh',
  }))
  const experts = Array.from({ length: EXPERTS }, (_, at) => ({
    id: `${at}`,
    minLoad: 0,
    maxLoad: null,
    load: 0,
    eventIds: null,
    keywords: fields.filter(() => random() < 0.15),
    languages: random() < 0.3 ? ['zh'] : [],
  }))
  const barred = works.flatMap((_, work) => experts.flatMap((__, expert) => (random() < CONFLICTS ? [[work, expert] as const] : [])))
  return { works, experts, barred, weights: { expertise: 1, language: 0.5 }, spreadSchools: true }
}
