import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../harness/projectDirectory.ts'

const LOCKED = { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/other-system': { version: '1.0.0', optional: true } }
const INSTALLED = { 'node_modules/a': { version: '1.0.0' } }

describe('install.mjs, before start and test', () => {
  let project: string

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'agon-install-'))
    mkdirSync(join(project, 'scripts'))
    mkdirSync(join(project, 'node_modules/.bin'), { recursive: true })
    copyFileSync(join(PROJECT_DIRECTORY, 'scripts/install.mjs'), join(project, 'scripts/install.mjs'))
    writeFileSync(join(project, 'node_modules/.bin/node'), '')
    lock('package-lock.json', LOCKED)
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))

  it('does nothing when all locked packages are there but for optional ones of other systems', () => {
    lock('node_modules/.package-lock.json', INSTALLED)
    expect(install('exit 0')).toEqual({ status: 0, calls: [], message: '' })
  })

  it('runs npm ci after an interrupted installation', () => {
    expect(install('exit 0').calls).toEqual(['ci'])
  })

  it('runs npm ci when a locked version changed', () => {
    lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '0.9.0' } })
    expect(install('exit 0').calls).toEqual(['ci'])
  })

  it('stops with a hint at the network when npm fails', () => {
    const { status, message } = install('exit 1')
    expect(status).toBe(1)
    expect(message).toBe(
      'The packages could not be installed (see above). Without a network they cannot be fetched: connect, then run the command again.',
    )
  })

  it('stops with a hint at install scripts when npm was forbidden to run them', () => {
    const { status, message } = install('rm node_modules/.bin/node')
    expect(status).toBe(1)
    expect(message).toContain('npm config set ignore-scripts false')
  })

  function lock(file: string, packages: object): void {
    writeFileSync(join(project, file), JSON.stringify({ packages }))
  }

  /** With a shell script in the place of npm, which also notes what it was asked. */
  function install(npm: string): { status: number | null; calls: string[]; message: string } {
    writeFileSync(join(project, 'npm.sh'), `echo "$1" >> calls\n${npm}\n`)
    const env = { PATH: process.env.PATH, npm_execpath: join(project, 'npm.sh'), npm_node_execpath: '/bin/sh' }
    const { status, stderr } = spawnSync(process.execPath, ['scripts/install.mjs'], { cwd: project, env, encoding: 'utf8' })
    const calls = join(project, 'calls')
    return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [], message: stderr.trim() }
  }
})
