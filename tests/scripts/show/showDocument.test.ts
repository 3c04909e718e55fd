/** `npm run show` over the documents of the product. */
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import { printDocument } from '../../../runtime/core/documents/printDocument.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { showDocument } from '../../../scripts/show/showDocument.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

describe('show', () => {
  let platform: Platform

  beforeAll(() => {
    const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
    platform = buildPlatform(raws, texts, names).platform!
  })

  it('[SHOW-1] prints a document with its short forms spelled out, by its id, by its id and kind, and by its file', () => {
    const call = printDocument('call', platform.get('call', 'signup.readmit'), { asWritten: true })
    expect(call).toContain('"kind": "transition", "flow": "signup.review"')
    for (const asked of ['signup.readmit', 'signup.readmit.call', 'schemas/signup/readmit.call.json']) {
      expect(showDocument(platform, asked)).toBe(call)
    }
  })

  it('[SHOW-2] leaves no fragment and no slot in a page, and has what the fragments bring', () => {
    const pages = [...platform.documents.page.values()].filter((page) => JSON.stringify(page).includes('"node":"fragment"'))
    expect(pages.length).toBeGreaterThan(5)
    for (const { id } of pages) {
      const shown = JSON.parse(showDocument(platform, `${id}.page`))
      expect(JSON.stringify(shown), id).not.toMatch(/"node":"(?:fragment|slot)"/)
      expect(shown.body.length, id).toBeGreaterThan(0)
    }
  })

  it('[SHOW-3] gives a skin every token of the skins it extends', () => {
    const [dark, light] = ['skins.dark', 'skins.light'].map((id) => JSON.parse(showDocument(platform, id)))
    expect(Object.keys(dark.tokens).sort()).toEqual(Object.keys(light.tokens).sort())
    expect(dark.tokens.colorPrimary).not.toBe(light.tokens.colorPrimary)
  })

  it('[SHOW-4] prints each document of an id that several kinds have, below its kind', () => {
    const [id] = [...platform.documents.call.keys()].filter((each) => platform.documents.form.has(each))
    const shown = showDocument(platform, id!)
    expect(shown.match(/^\/\/ .*$/gm)).toContain(`// call ${id}`)
    expect(shown.match(/^\/\/ .*$/gm)).toContain(`// form ${id}`)
  })

  it('[SHOW-5] names the nearest id when there is no such document', () => {
    expect(() => showDocument(platform, 'signup.aprove')).toThrow('There is no document "signup.aprove": did you mean "signup.approve"?')
  })
})
