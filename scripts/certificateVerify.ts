/** `npm run certificate:verify -- BADGE --did DID [--status LIST] [--pdf PDF]`: says whether a badge is as the platform signed it, from files alone. Exit code 1 when not. Needs neither packages nor a
 *  database nor a network: DID is `/.well-known/did.json` of the issuer and LIST the status list that the badge names, both saved before. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BadgeVerdict, verifyBadge } from '../plugins/certificate/badge/verifyBadge.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { did: { type: 'string' }, status: { type: 'string' }, pdf: { type: 'string' } },
})
const [path] = positionals
if (path === undefined || values.did === undefined) {
  console.error('Usage: npm run certificate:verify -- BADGE --did DID [--status LIST] [--pdf PDF]')
  process.exitCode = 1
} else {
  try {
    const verdict = verifyBadge({
      badge: readJson(path),
      did: readJson(values.did),
      ...(values.status !== undefined && { status: readJson(values.status) }),
      ...(values.pdf !== undefined && { pdf: readFileSync(values.pdf) }),
    })
    console.log(report(verdict))
    process.exitCode = verdict.failures.length > 0 ? 1 : 0
  } catch (error) {
    console.error(`The badge cannot be read: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

function report({ name, issuer, validFrom, passed, failures }: BadgeVerdict): string {
  return [failures.length > 0 ? 'NOT VALID' : 'VALID', `${name}\n${issuer}, ${validFrom}`, ...failures, ...passed].join('\n')
}
