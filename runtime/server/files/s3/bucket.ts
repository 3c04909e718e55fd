/** The few requests to a bucket that the store makes, by the AWS client. The client is loaded with the first request. What a bucket does not have is ENOENT, as on
 *  a disk; every other refusal is EIO. */
import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { ByteRange, KeptBytes } from '../fileStore.ts'
import type { S3Address } from './readS3Address.ts'

export interface Bucket {
  /** Null when there is none. */
  size(name: string): Promise<number | null>
  /** @param body  made anew for each try */
  put(name: string, body: () => Readable | Buffer, size: number): Promise<void>
  /** @throws ENOENT */
  get(name: string, range?: ByteRange): Promise<NodeJS.ReadableStream>
  /** Empty when there is none. */
  text(name: string): Promise<string>
  remove(name: string): Promise<void>
  /** Keys without the prefix. */
  list(prefix: string): AsyncIterable<KeptBytes>
  signedPut(name: string, facts: { size: number; type: string; seconds: number }): Promise<string>
}

const CONNECT_MS = 3_000
/** Of a request that sends or brings nothing. */
const SILENCE_MS = 15_000
const TRIES = 3

export function openBucket(address: S3Address): Bucket {
  const named = (name: string) => ({ Bucket: address.bucket, Key: address.prefix + name })
  let client: Promise<S3Client> | undefined
  const withClient = async <T>(ask: (s3: S3, client: S3Client) => Promise<T>): Promise<T> => {
    const s3 = await import('@aws-sdk/client-s3')
    client ??= makeClient(s3, address)
    return ask(s3, await client).catch(asSystemError)
  }
  const get = (name: string, range?: ByteRange): Promise<GetObjectCommandOutput> =>
    withClient((s3, to) =>
      to.send(new s3.GetObjectCommand({ ...named(name), ...(range && { Range: `bytes=${range.start}-${range.end}` }) })),
    )
  return {
    size: (name) => orNull(withClient(async (s3, to) => (await to.send(new s3.HeadObjectCommand(named(name)))).ContentLength ?? 0)),
    put: (name, body, size) =>
      again(() =>
        withClient(async (s3, to) => void (await to.send(new s3.PutObjectCommand({ ...named(name), Body: body(), ContentLength: size })))),
      ),
    get: async (name, range) => (await get(name, range)).Body as Readable,
    text: async (name) => (await (await orNull(get(name)))?.Body?.transformToString())?.trim() ?? '',
    remove: (name) => withClient(async (s3, to) => void (await to.send(new s3.DeleteObjectCommand(named(name))))),
    async *list(prefix) {
      const whole = address.prefix + prefix
      let after: string | undefined
      do {
        const page = await withClient((s3, to) =>
          to.send(new s3.ListObjectsV2Command({ Bucket: address.bucket, Prefix: whole, ContinuationToken: after })),
        )
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { key: Key.slice(whole.length), size: Size, at: LastModified ?? new Date(0) }
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after)
    },
    async signedPut(name, { size, type, seconds }) {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      return withClient((s3, to) =>
        getSignedUrl(to, new s3.PutObjectCommand({ ...named(name), ContentLength: size, ContentType: type }), {
          expiresIn: seconds,
          signableHeaders: new Set(['host', 'content-length', 'content-type']),
        }),
      )
    },
  }
}

type S3 = typeof import('@aws-sdk/client-s3')

async function makeClient({ S3Client }: S3, { region, endpoint, inPath, credentials }: S3Address): Promise<S3Client> {
  return new S3Client({
    region,
    forcePathStyle: inPath,
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
    // checksums of newer kinds are unknown to most services that are not AWS
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: SILENT,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  })
}

/** What fails is thrown; the client's own lines would go past the log. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/** The client cannot send a stream twice. */
async function again(put: () => Promise<void>): Promise<void> {
  for (let left = TRIES - 1; ; left--) {
    try {
      return await put()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound'])

function asSystemError(error: unknown): never {
  const { name = '', message = '' } = error as Error
  if (NOT_THERE.has(name)) throw Object.assign(new Error('the bucket has no such file'), { code: 'ENOENT' })
  throw Object.assign(new Error(`the bucket refuses or is silent: ${name} ${message}`.trim(), { cause: error }), { code: 'EIO' })
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
