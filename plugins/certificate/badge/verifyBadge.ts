/** Checks a badge without a network: signature, status and PDF against what was saved beside it. Needs neither packages nor a database. */
import { createHash } from 'node:crypto'
import { fromBase58 } from './base58.ts'
import { isSignedBy, type Json } from './dataIntegrity.ts'
import { isBitSet } from './statusList.ts'

const KEY_BYTES = 32

export interface BadgeFiles {
  badge: Json
  /** The DID document of its issuer. */
  did: Json
  /** The status list that the badge names. */
  status?: Json
  pdf?: Uint8Array
}
export interface BadgeVerdict {
  name: string
  issuer: string
  validFrom: string
  /** What was checked. */
  passed: string[]
  failures: string[]
}

interface Status {
  statusListIndex: string
  statusListCredential: string
}

export function verifyBadge({ badge, did, status, pdf }: BadgeFiles): BadgeVerdict {
  const passed: string[] = []
  const failures: string[] = []
  const say = (holds: boolean, yes: string, no: string) => void (holds ? passed.push(yes) : failures.push(no))
  const issuer = badge.issuer as { id: string; name: string }
  const place = badge.credentialStatus as Status | undefined
  say(issuer?.id === did.id, `The issuer is ${did.id}.`, `The badge names the issuer ${issuer?.id}, the DID document is that of ${did.id}.`)
  say(
    isSigned(badge, did),
    'The signature is right: nothing was changed.',
    'The signature is wrong: the badge was changed, or another key signed it.',
  )
  if (status) {
    say(isSigned(status, did), 'The status list is signed by the issuer.', 'The signature of the status list is wrong.')
    const isMeant = status.id === place?.statusListCredential
    say(isMeant, 'The status list is the one that the badge names.', `The badge names the status list ${place?.statusListCredential}.`)
    const { encodedList } = status.credentialSubject as { encodedList: string }
    const isEnded = isMeant && isBitSet(encodedList, Number(place?.statusListIndex))
    say(!isEnded, `Not withdrawn as of ${status.validFrom}.`, `Withdrawn or replaced as of ${status.validFrom}.`)
  }
  if (pdf) {
    const [resource] = (badge.relatedResource ?? []) as { digestSRI: string }[]
    const digest = `sha256-${createHash('sha256').update(pdf).digest('base64')}`
    say(resource?.digestSRI === digest, 'The PDF is the one that was issued.', 'The PDF is not the one that the badge names.')
  }
  return { name: String(badge.name), issuer: String(issuer?.name), validFrom: String(badge.validFrom), passed, failures }
}

/** By the key that the proof names, which the DID document must allow for assertions. */
function isSigned(document: Json, did: Json): boolean {
  const { verificationMethod: named } = (document.proof ?? {}) as { verificationMethod?: string }
  const methods = (did.verificationMethod ?? []) as { id: string; publicKeyMultibase: string }[]
  const method = methods.find(({ id }) => id === named)
  if (!method || !((did.assertionMethod ?? []) as string[]).includes(method.id)) return false
  const key = fromBase58(method.publicKeyMultibase)
  return key !== null && isSignedBy(document, key.subarray(-KEY_BYTES))
}
