/** The file in the input of an `upload` call. */
import { Readable } from 'node:stream'
import type { JsonSchema } from '../../core/documents.ts'
import type { FieldError } from '../../core/validation/index.ts'

/** What a handler of an `upload` call finds under the field's name. Not validated: the handler reads the stream. */
export interface UploadedFile {
  name: string
  /** As the sender claims; never trusted. */
  type: string
  stream: Readable
  /** Whether the stream was cut off at the size limit; known when it has ended. */
  truncated(): boolean
}

/** @param name  as the sender writes it */
export function uploadedFile(name: string, type: string, stream: Readable & { truncated?: boolean }): UploadedFile {
  // not enumerable: what looks through an input would look through the buffers of the stream, byte by byte
  return Object.defineProperty({ name, type, truncated: () => stream.truncated === true }, 'stream', { value: stream }) as UploadedFile
}

/** Members that take a file: those whose schema says nothing of their value. */
export function fileMembers({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, { type, anyOf, enum: codes }]) =>
    type === undefined && anyOf === undefined && codes === undefined ? [name] : [],
  )
}

/** Members that hold something else where a file belongs: a body that is not multipart may hold anything. */
export function noFiles(members: readonly string[], input: Readonly<Record<string, unknown>>): FieldError[] {
  return members
    .filter((name) => input[name] !== undefined && !((input[name] as UploadedFile | null)?.stream instanceof Readable))
    .map((name) => ({ path: `/${name}`, rule: 'file', params: {}, message: { key: 'validation.file', values: {} } }))
}
