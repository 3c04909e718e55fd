import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'

const HOOK = 'scripts/start/stripTypes.mjs'

describe('stripTypes.mjs, preloaded by a server', () => {
  let project: string
  let source: string
  let kept: string

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'agon 类型-'))
    for (const file of [HOOK, 'runtime/greet.ts']) mkdirSync(dirname(join(project, file)), { recursive: true })
    copyFileSync(join(PROJECT_DIRECTORY, HOOK), join(project, HOOK))
    source = join(project, 'runtime/greet.ts')
    kept = join(project, 'node_modules/.cache/agon-stripped', process.version, 'runtime/greet.ts')
    writeFileSync(source, "const word: string = 'first'\nconsole.log(word)\n")
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))

  it('runs TypeScript, and takes what it has kept the next time', () => {
    expect(run()).toMatchObject({ status: 0, stdout: 'first\n' })
    expect(statSync(kept).size).toBe(statSync(source).size)
    const { mtimeMs } = statSync(kept)
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('first', 'FIRST'))
    utimesSync(kept, mtimeMs / 1000, mtimeMs / 1000)
    expect(run().stdout).toBe('FIRST\n')
  })

  it('takes a source that has changed, and keeps that', () => {
    run()
    writeFileSync(source, "const word: string = 'other'\nconsole.log(word)\n")
    utimesSync(source, new Date(), new Date(Date.now() + 2000))
    expect(run().stdout).toBe('other\n')
    expect(readFileSync(kept, 'utf8')).toContain('other')
  })

  it('does not take what was kept by half', () => {
    run()
    const { mtimeMs } = statSync(kept)
    writeFileSync(kept, '')
    utimesSync(kept, mtimeMs / 1000, mtimeMs / 1000)
    expect(run().stdout).toBe('first\n')
  })

  it('leaves it to Node to say in which file and line TypeScript is wrong', () => {
    writeFileSync(source, "const word: string = 'first'\nconst number: = 1\n")
    const { status, stderr } = run()
    expect(status).toBe(1)
    expect(stderr).toContain('runtime/greet.ts:2')
  })

  function run() {
    const hook = pathToFileURL(join(project, HOOK)).href
    return spawnSync(process.execPath, [`--import=${hook}`, source], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } })
  }
})
