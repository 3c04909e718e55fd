/** Process of the benches "certificates" and "import": Agon with its own documents and the demo, as one of two that share database and files. Arguments: database address, port,
 *  folder of the files, with `+seed` behind it for the first. */
import { join } from 'node:path'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { createServer } from '../../../runtime/server/createServer.ts'
import type { CallScope } from '../../../runtime/server/serverContext.ts'
import { seed } from '../../seed.ts'

const SEED = '+seed'
const { BENCH_COMPETITION: COMPETITION = '全国大学生数学建模挑战赛', BENCH_ORGANISER: ORGANISER = 'organiser' } = process.env
const [databaseUrl = '', port = '0', folder = ''] = process.argv.slice(2)
const server = await createServer({
  databaseUrl,
  projectDirectory: join(import.meta.dirname, '../../..'),
  dataDirectory: folder.replace(SEED, ''),
  logLevel: 'error',
  pretending: true,
})
const { deps } = server
if (folder.endsWith(SEED)) await seed({ databaseUrl, server })
const idOf = async (text: string, value: string) => String((await deps.pool.query<{ id: string }>(text, [value])).rows[0]!.id)
const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
const scope: CallScope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh', request }
const organiser = await idOf('SELECT id FROM account_user WHERE "userName" = $1', ORGANISER)
const { access_token: token } = (await deps.services.sessions.bind(scope).open(organiser)) as Tokens
const competitionId = await idOf(`SELECT id FROM competition_competition WHERE title->>'zh' = $1`, COMPETITION)
await server.app.listen({ port: Number(port), host: '127.0.0.1' })
console.log(JSON.stringify({ token, competitionId }))
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
