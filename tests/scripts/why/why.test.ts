/** `npm run why -- FILE`, run as a command. */
import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

interface Answer {
  code: number
  out: string
  error: string
}

function ask(...args: string[]): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { cwd: PROJECT_DIRECTORY, maxBuffer: 10_000_000 }
    execFile(process.execPath, ['scripts/why.ts', ...args], options, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    )
  })
}

describe('[WHY-6] what to know of a file', () => {
  it('says of a document what refers to it, by kind, id and place', { timeout: 120_000 }, async () => {
    const { out } = await ask('schemas/signup/approve.call.json')
    expect(out).toMatch(
      /^schemas\/signup\/approve\.call\.json\narea: signup\nwhat: call signup\.approve, "Approve a registration"\nhistory: /,
    )
    expect(out).toContain('\n  call signup.approveMany (/operation/call)\n')
    expect(out).toMatch(/\ntests \(\d+\)\n(?: {2}\S+\n)*? {2}tests\/server\/roadReview\.test\.ts\n/)
    expect(out).toMatch(/\nrules \(\d+\)\n {2}.*\bIMPORT-5\b/)
  })

  it('says of a resource which calls it makes, and who refers to these', { timeout: 120_000 }, async () => {
    const { out } = await ask('webhook.delivery.resource')
    expect(out).toContain('what: resource webhook.delivery, "Delivery"; makes call webhook.deliveries')
    expect(out).toContain('\n  table webhook.deliveries (/source/call)\n')
  })

  it('says of code who imports it, and which decisions speak of it', { timeout: 120_000 }, async () => {
    const { out } = await ask('scripts/bench/installPeers.ts')
    expect(out).toContain('\narea: scripts/bench\n')
    expect(out).toContain('\n  scripts/bench/lighthouse/measure.ts\n')
    expect(out).toContain('docs/decisions/tests-and-build/peers-of-benches-that-no-one-else-needs.md: ')
  })

  it('names what is near when there is no such file, and ends with 1', { timeout: 120_000 }, async () => {
    expect(await ask('signup.aprove')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('There is no file "signup.aprove"'),
    })
  })
})
