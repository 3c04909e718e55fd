/** The finished forms that a palette offers. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { areOffered, entryOfField } from '../../../runtime/core/studio/entryOfField.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform as Platform
const palette = documents.palette.get('studio.fields')!
const collections = palette.collections ?? []
const cases = collections.flatMap(({ purposes, forms }) => forms.map((id) => ({ id, purposes: purposes ?? [undefined] })))

describe('[TEMPLATE-1] finished forms to start from', () => {
  it('are twenty and more, each once', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  })

  it.each(cases)('$id has only fields that its designers offer, and words of its own in both languages', ({ id, purposes }) => {
    const form = documents.form.get(id)!
    const fields = Object.values(form.schema.properties)
    expect(fields.length).toBeGreaterThanOrEqual(8)
    for (const purpose of purposes) expect(areOffered(palette, fields, purpose), purpose).toBe(true)
    expect(fields.filter((field) => entryOfField(palette, field) === null)).toEqual([])
    expect(form.title).toEqual({ zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/^[A-Z]/) })
  })

  it('those of works keep the fields that every work has, as they are', () => {
    const fixed = documents.form.get('work.starter')!.schema
    for (const id of collections.find((each) => each.id === 'works')!.forms) {
      const { properties, required } = documents.form.get(id)!.schema
      for (const name of ['title', 'introduction', 'keywords', 'cover'])
        expect(properties[name], `${id} ${name}`).toEqual(fixed.properties[name])
      expect(required).toEqual(expect.arrayContaining(['title', 'introduction', 'keywords']))
    }
  })
})
