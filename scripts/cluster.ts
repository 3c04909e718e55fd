/** `npm run cluster`: the platform past one machine, on this one: three PostgreSQL under Patroni and etcd, PgBouncer, HAProxy, an object store,
 *  two web nodes, a job node, Prometheus, on 127.0.0.x. `-- status` looks at it, `-- try` uses it, `-- down` ends it; its data stay in CLUSTER_DIRECTORY (/var/tmp/agon-cluster). */
import { down, status, up } from './cluster/cluster.ts'
import { FOLDER, FRONT, FRONT_ADDRESS } from './cluster/layout.ts'
import { tryOut } from './cluster/tryOut.ts'
import { describeError } from './start/describeError.ts'

const [action = 'up'] = process.argv.slice(2)
try {
  if (action === 'up') {
    await up()
    console.log(`\nAgon is at ${FRONT_ADDRESS}, HAProxy's figures at http://${FRONT}:8404, Prometheus at http://${FRONT}:9090.`)
    console.log(`Data, configuration and logs: ${FOLDER}. "npm run cluster -- down" ends it.`)
  } else if (action === 'down') await down()
  else if (action === 'status') console.log((await status()).join('\n'))
  else if (action === 'try') console.log((await tryOut()).join('\n'))
  else throw new Error(`up, down, status or try, not "${action}"`)
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}
