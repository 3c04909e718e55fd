/** Whether people can give what a form asks for: a control of one value never gives a list. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform as Platform
const OF_ONE_VALUE = new Set(['text', 'textarea', 'number', 'select', 'searchSelect', 'radio', 'date', 'agreement'])

describe('a field of a shipped form', () => {
  it('[FORM-42] that takes a list has a control that gives one', () => {
    const wrong = [...documents.form.values()].flatMap(({ id, schema }) => listsOfOneValue(schema).map((name) => `${id} ${name}`))
    expect(wrong).toEqual([])
  })
})

/** Names of the fields below a schema that are lists and whose control gives one value. */
function listsOfOneValue(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, 'x-widget': widget } = schema as { type?: unknown; 'x-widget'?: unknown }
  const below = Object.entries(schema).flatMap(([key, part]) => listsOfOneValue(part, key))
  return type === 'array' && OF_ONE_VALUE.has(String(widget)) ? [name, ...below] : below
}
