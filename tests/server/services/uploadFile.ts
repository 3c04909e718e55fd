/** Uploads as browsers send them, and what is on disk afterwards. Shared by the tests of files. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Reply, RunningServices } from './startServices.ts'

/** Between the parts of a body. */
export const MARK = '----agon'

export interface SentFile {
  name: string
  content: Buffer
  /** What the sender says it is. */
  type?: string
  /** Null: nobody is signed in. */
  token: string | null
  fields?: Record<string, string>
}

export function uploadFile(run: RunningServices, { name, content, type = 'image/png', token, fields = {} }: SentFile): Promise<Reply> {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${MARK}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const payload = Buffer.concat([Buffer.from(texts.join('') + fileHead(name, type)), content, Buffer.from(`\r\n--${MARK}--\r\n`)])
  return run.send('POST', '/api/platform/upload', { inject: { payload, headers: multipart(token) } })
}

/** What comes before the bytes of the file. */
export function fileHead(name: string, type = 'image/png'): string {
  return `--${MARK}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
}

/** Headers of the body. */
export function multipart(token: string | null): Record<string, string> {
  return { 'content-type': `multipart/form-data; boundary=${MARK}`, ...(token ? { authorization: `Bearer ${token}` } : {}) }
}

/** Number of files that the server keeps, in all its folders. */
export async function filesOnDisk({ dataDirectory }: RunningServices): Promise<number> {
  const entries = await readdir(join(dataDirectory, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

/** A picture of one colour. */
export function plainPicture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer()
}
