/** `npm run bench [-- server|forms|competitions|signIn|designer|clicks|signup|answers|hot|votes|pages|desk|start|documents|replicas|assignment|similar|certificates|import|messages|figures|mistakes|lighthouse]`: measures us against others, in one run on one machine; and known accounts against unknown ones. Without a name everything runs. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const BENCHES = [
  'forms',
  'server',
  'competitions',
  'signIn',
  'designer',
  'clicks',
  'signup',
  'answers',
  'hot',
  'votes',
  'pages',
  'desk',
  'start',
  'documents',
  'replicas',
  'nodes',
  'assignment',
  'similar',
  'certificates',
  'import',
  'messages',
  'figures',
  'mistakes',
  'lighthouse',
]

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = asked.filter((name) => !BENCHES.includes(name))
if (unknown.length > 0) {
  console.error(`no bench "${unknown.join('", "')}" (known: ${BENCHES.join(', ')})`)
  process.exit(1)
}
for (const name of BENCHES.filter((bench) => asked.length === 0 || asked.includes(bench))) {
  const file = join(import.meta.dirname, `${name}.ts`)
  if (existsSync(file)) await ((await import(pathToFileURL(file).href)) as { run(): Promise<void> }).run()
}
