/** What the file keywords read of an uploaded file. Extra keys are ignored. */
export interface FileFacts {
  readonly name?: unknown
  /** Bytes. */
  readonly size?: unknown
  /** Media type as sniffed by the server. */
  readonly type?: unknown
  /** Pixels; null for what is no picture. */
  readonly width?: unknown
  readonly height?: unknown
}

/** The files of a value: one, or several. */
export function filesOf(value: FileFacts | readonly FileFacts[]): readonly FileFacts[] {
  return (Array.isArray(value) ? value : [value]).filter((file) => typeof file === 'object' && file !== null)
}

/** The name to show for a file; empty when it has none. */
export function fileName(file: FileFacts): string {
  return typeof file.name === 'string' ? file.name : ''
}
