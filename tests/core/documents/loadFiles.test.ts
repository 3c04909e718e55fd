import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { findHandlers } from '../../../runtime/server/findPlugins.ts'

const root = mkdtempSync(join(tmpdir(), 'agon-files-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), '{}')
  }
}

describe('files of a project', () => {
  it('are none in an empty folder', () => {
    const { raws, texts, names } = loadFiles(root)
    expect([raws, texts, names.handlers.size]).toEqual([[], [], 0])
  })

  it('are told apart: documents, texts, meta-schemas, and names by file name', () => {
    write('schemas/kinds/page.schema.json', 'schemas/locales/zh/a.json', 'schemas/a/b.page.json', 'schemas/a/note.txt')
    write(
      'plugins/loan/lend.handler.ts',
      'plugins/loan/deep/er.handler.ts',
      'plugins/loan/shelf.widget.tsx',
      'plugins/loan/post.provider.ts',
    )
    write(
      'plugins/loan/scan.step.ts',
      'plugins/loan/rules.ts',
      'runtime/server/handlers/boot.handler.ts',
      'runtime/server/handlers/log/log.list.handler.ts',
      'runtime/client/steps/signOut.step.ts',
    )
    write('renderer/widgets/controls/text.widget.tsx', 'renderer/widgets/controls/shared.tsx', 'runtime/core/keywords/phone.ts')
    const { raws, texts, names } = loadFiles(root)
    expect(raws).toMatchObject([{ file: 'schemas/a/b.page.json', text: '{}' }])
    expect(texts.map(({ file }) => file)).toEqual(['schemas/locales/zh/a.json'])
    expect([...names.handlers]).toEqual(['loan.er', 'loan.lend', 'platform.boot', 'platform.log.list'])
    expect([...names.widgets]).toEqual(['loan.shelf', 'text'])
    expect([...names.providers]).toEqual(['loan.post'])
    expect([...names.steps]).toEqual(['loan.scan', 'signOut'])
    expect([...names.keywords]).toEqual(['phone'])
  })

  it('of one area may not provide the same name, in whatever folders they are', () => {
    expect(findHandlers(root).map(({ name }) => name)).toContain('loan.er')
    write('plugins/loan/er.handler.ts')
    expect(() => findHandlers(root)).toThrow(
      expect.objectContaining({ code: 'PLUGIN_TWICE', message: expect.stringContaining('sub-folders are no part of a name') }),
    )
  })
})
