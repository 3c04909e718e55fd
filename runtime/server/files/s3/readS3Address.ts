/** Setting `FILES`: `s3://bucket/prefix?region=...&endpoint=...&path=on`. Keys of the account are in `FILES_KEY_ID` and `FILES_SECRET`; without them the
 *  AWS client looks where it always does (its own variables, the role of the machine). */
export interface S3Address {
  bucket: string
  /** Ends with a slash, or is empty. */
  prefix: string
  region: string
  /** Of a service that is not AWS. */
  endpoint: string | undefined
  /** Bucket in the path and not in the host. */
  inPath: boolean
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const KNOWN = ['region', 'endpoint', 'path']

/** @throws Error in one line */
export function readS3Address(setting: string, environment: Readonly<Record<string, string | undefined>>): S3Address {
  const url = URL.parse(setting)
  if (url?.protocol !== 's3:' || !BUCKET.test(url.host)) throw wrong(setting, 'must be like s3://bucket/prefix?region=cn-north-1')
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown) throw wrong(setting, `has an unknown part "${unknown}"; known: ${KNOWN.join(', ')}`)
  const path = url.searchParams.get('path')
  if (path !== null && path !== 'on') throw wrong(setting, 'has path, which can only be "on"')
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    endpoint: readEndpoint(setting, url.searchParams.get('endpoint')),
    inPath: path === 'on',
    credentials: readCredentials(environment),
  }
}

function readEndpoint(setting: string, text: string | null): string | undefined {
  if (text === null) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(setting, 'has an endpoint that is no http or https address')
  return url.origin
}

function readCredentials({ FILES_KEY_ID: accessKeyId, FILES_SECRET: secretAccessKey }: Readonly<Record<string, string | undefined>>) {
  if (!accessKeyId && !secretAccessKey) return undefined
  if (!accessKeyId || !secretAccessKey) throw new Error('FILES_KEY_ID and FILES_SECRET belong together: one of them is missing')
  return { accessKeyId, secretAccessKey }
}

function wrong(setting: string, what: string): Error {
  return new Error(`FILES=${setting} ${what}`)
}
