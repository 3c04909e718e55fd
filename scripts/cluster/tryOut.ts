/** `npm run cluster -- try`: a person of the demonstration signs in through HAProxy and uploads a picture; both web nodes hand it out, its bytes are in the object store, and
 *  every node reads from both standbys. */
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SWIFT_KEY_ID } from '../objectStore/swift.ts'
import { readAccounts } from '../seed/accounts.ts'
import { NODES } from './cluster.ts'
import { store } from './configure.ts'
import { BUCKET, FRONT_ADDRESS, WEB_HOSTS } from './layout.ts'
import { until } from './processes.ts'

const METRICS_PORT = 9464
const STANDBYS = 2
/** Replicas are asked five times a second. */
const PATIENCE_S = 10
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

/** @returns what was seen, a line each @throws Error where it is not so */
export async function tryOut(): Promise<string[]> {
  const authorization = `Bearer ${await signIn()}`
  const id = await upload(authorization)
  const lines = [`signed in through ${FRONT_ADDRESS}, uploaded ${id}`]
  for (const host of WEB_HOSTS) {
    const reply = await fetch(`http://${host}:8080/api/platform/file/${id}`, { headers: { authorization } })
    if (!reply.ok || (await reply.arrayBuffer()).byteLength === 0) throw new Error(`${host} does not hand out the file: ${reply.status}`)
    lines.push(`${host} hands it out`)
  }
  lines.push(`the object store has it: ${await inStore(id)} bytes`)
  for (const [name, host] of NODES) {
    const answers = () => standbys(host)
    if (!(await until(async () => (await answers()) === STANDBYS, PATIENCE_S)))
      throw new Error(`${name} reads from ${await answers()} standbys`)
    lines.push(`${name} reads from ${STANDBYS} standbys`)
  }
  return lines
}

async function signIn(): Promise<string> {
  const account = readAccounts().find(({ role }) => role === 'participant')
  const body = new URLSearchParams({ account: account!.userName, password: account!.password })
  const reply = await fetch(`${FRONT_ADDRESS}/api/usercenter/authentication/form`, { method: 'POST', body })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: { access_token: string } }
  if (code !== 0) throw new Error(`the sign-in was refused: ${message}`)
  return data.access_token
}

async function upload(authorization: string): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([PICTURE], { type: 'image/png' }), 'cluster.png')
  const reply = await fetch(`${FRONT_ADDRESS}/api/platform/upload`, { method: 'POST', headers: { authorization }, body })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: { id: string } }
  if (code !== 0) throw new Error(`the upload was refused: ${message}`)
  return data.id
}

/** @returns its size there */
async function inStore(id: string): Promise<number> {
  const { host, ports, secret } = store()
  const credentials = { accessKeyId: SWIFT_KEY_ID, secretAccessKey: secret }
  const client = new S3Client({ endpoint: `http://${host}:${ports.proxy}`, region: 'us-east-1', forcePathStyle: true, credentials })
  try {
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: `agon/files/${id}` }))
    return ContentLength ?? 0
  } finally {
    client.destroy()
  }
}

async function standbys(host: string): Promise<number> {
  const text = await fetch(`http://${host}:${METRICS_PORT}/metrics`).then((reply) => reply.text())
  return text.match(/^agon_replica_answers\{[^}]*\} 1$/gm)?.length ?? 0
}
