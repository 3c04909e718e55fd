/** Run by tests as a process of its own: loses the session of an open transaction, and ends with 0 when it lives on. With `unwatched` the client is as
 *  `pg` makes it. `node loseSession.ts DATABASE_URL [unwatched]` */
import { checkOut } from '../../runtime/server/database/checkOut.ts'
import { openDatabase } from '../../runtime/server/database/openDatabase.ts'

const { pool } = openDatabase(process.argv[2] ?? '', { size: 2 })
const { client, giveBack } = await checkOut(pool)
if (process.argv[3] === 'unwatched') client.removeAllListeners('error')
await client.query('BEGIN')
const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
const gone = new Promise((resolve) => client.once('end', resolve))
await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
await gone
giveBack(new Error('lost'))
await pool.query('SELECT 1')
await pool.end()
