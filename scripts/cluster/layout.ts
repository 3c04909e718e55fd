/** What the cluster on this machine consists of, and where it keeps its data. The configuration is that of the samples in `docs/deploy/cluster`, with the folder and the
 *  passwords of this one. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SWIFT_PACKAGES, SWIFT_PROGRAM } from '../objectStore/swift.ts'

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
export const SAMPLES = join(PROJECT, 'docs/deploy/cluster')
/** As the samples name it. */
export const SAMPLE_FOLDER = '/var/lib/agon-cluster'
/** Not below the home of root, which PostgreSQL's user cannot enter. */
export const FOLDER = process.env.CLUSTER_DIRECTORY || '/var/tmp/agon-cluster'

/** The three machines with PostgreSQL, Patroni and etcd. */
export const DATABASE_HOSTS = ['127.0.0.11', '127.0.0.12', '127.0.0.13'] as const
export const WEB_HOSTS = ['127.0.0.21', '127.0.0.22'] as const
export const JOBS_HOST = '127.0.0.31'
/** The object store: S3 at the port of its proxy. */
export const STORE_HOST = '127.0.0.41'
export const STORE_PORTS = { proxy: 8080, account: 6202, container: 6201, object: 6200 }
export const BUCKET = 'agon-files'
/** HAProxy, PgBouncer and Prometheus. */
export const FRONT = '127.0.0.10'
export const FRONT_ADDRESS = `http://${FRONT}:8080`
export const PACKAGES = [
  'postgresql-15',
  'patroni',
  'python3-etcd',
  'python3-psycopg2',
  'etcd-server',
  'pgbouncer',
  'haproxy',
  'prometheus',
  ...SWIFT_PACKAGES,
]
/** One program of each package. */
export const PROGRAMS = [
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/pgbouncer',
  '/usr/sbin/haproxy',
  '/usr/bin/prometheus',
  SWIFT_PROGRAM,
]
/** Who runs the database: PostgreSQL does not run as root. */
export const DATABASE_USER = 'postgres'

export const at = (...parts: string[]): string => join(FOLDER, ...parts)
