/** A value shown as a code's label needs the enum that has the label: without one, people would read the bare code. */
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'

export function linkFormats(linker: Linker, document: LinkedDocument, content: unknown, path = ''): void {
  if (typeof content !== 'object' || content === null) return
  const { format, enum: id } = content as { format?: unknown; enum?: unknown }
  if (format === 'enum' && id === undefined) {
    const suggestion = 'write "enum": "area.name", or another format'
    linker.report(document, { code: 'KEY_MISSING', path, expected: '"enum", for the format "enum"', found: 'none', suggestion })
  }
  for (const [key, member] of Object.entries(content)) linkFormats(linker, document, member, pointer(path, key))
}
