import { describe, expect, it } from 'vitest'
import { formatVersion, type Migrations, migrateDocument } from '../../../runtime/core/documents/migrateDocument.ts'
import { KINDS } from '../../../runtime/core/documents/parseDocument.ts'

/** A menu once had its entries under `entries`, and each led `href`. */
const steps: Migrations = {
  menu: [
    ({ entries, ...menu }) => ({ ...menu, items: entries }),
    (menu) => ({ ...menu, items: (menu.items as { href: string }[]).map(({ href, ...item }) => ({ ...item, to: href })) }),
  ],
}
const first = { id: 'a.b', version: 1, entries: [{ id: 'home', href: '/' }] }

describe('migration of stored documents', () => {
  it('lifts a document step by step to the current format and says so in version', () => {
    expect(migrateDocument('menu', first, steps)).toEqual({ id: 'a.b', version: 3, items: [{ id: 'home', to: '/' }] })
    expect(formatVersion('menu', steps)).toBe(3)
  })

  it('starts at the version that the document has', () => {
    const second = { id: 'a.b', version: 2, items: [{ id: 'home', href: '/' }] }
    expect(migrateDocument('menu', second, steps)).toEqual({ id: 'a.b', version: 3, items: [{ id: 'home', to: '/' }] })
  })

  it('leaves the stored content itself as it was', () => {
    const before = structuredClone(first)
    migrateDocument('menu', first, steps)
    expect(first).toEqual(before)
  })

  it('hands on a document of the current format, of another kind, of the future, or without a version unchanged', () => {
    const current = { id: 'a.b', version: 3 }
    expect(migrateDocument('menu', current, steps)).toBe(current)
    const page = { id: 'a.b', version: 1 }
    expect(migrateDocument('page', page, steps)).toBe(page)
    const future = { id: 'a.b', version: 9 }
    expect(migrateDocument('menu', future, steps)).toBe(future)
    for (const odd of [{ version: '1' }, { version: 0 }, { version: 1.5 }, {}, null, 'x'])
      expect(migrateDocument('menu', odd, steps)).toBe(odd)
  })

  it('has every kind in its first format in this release', () => {
    expect(KINDS.map((kind) => formatVersion(kind))).toEqual(KINDS.map(() => 1))
  })
})
