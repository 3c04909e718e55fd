/** A certificate as an Open Badge 3.0, which is a W3C Verifiable Credential 2.0. Pure: what it says is what the public page says. */
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Json } from './dataIntegrity.ts'
import { statusPlace } from './statusList.ts'

export const CONTEXT = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

export interface BadgeFacts {
  id: string
  code: string
  serial: string
  /** As the holder shows it. */
  name: string
  title: LocalText
  competition: LocalText
  award: LocalText | null
  organisation: LocalText
  /** ISO 8601. */
  publishedAt: string
  /** SHA-256 of the PDF, hexadecimal; null: the PDF is not public. */
  fileHash: string | null
}

export function makeBadge(facts: BadgeFacts, { site, did }: { site: string; did: string }): Json {
  const { id, code, serial, name, title, competition, award, organisation, publishedAt, fileHash } = facts
  const { list, index } = statusPlace(id)
  const statusList = statusAddress(site, list)
  const page = `${site}/share?certificate=${code}`
  const heading = award ? `${inWords(award)} - ${inWords(competition)}` : `${inWords(title)} - ${inWords(competition)}`
  return {
    '@context': CONTEXT,
    id: `${site}/api/web/certificate/badge?certificate=${code}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: heading,
    issuer: { id: did, type: ['Profile'], name: inWords(organisation), url: site },
    validFrom: publishedAt,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: name, identityType: 'name', hashed: false }],
      achievement: {
        id: page,
        type: ['Achievement'],
        achievementType: 'Award',
        name: heading,
        description: `${inWords(title)}, ${serial}`,
        criteria: { id: page, narrative: heading },
      },
    },
    ...(fileHash && {
      relatedResource: [
        {
          id: `${site}/api/web/getCertificate?certificate=${code}`,
          digestSRI: `sha256-${Buffer.from(fileHash, 'hex').toString('base64')}`,
          mediaType: 'application/pdf',
        },
      ],
    }),
    credentialStatus: {
      id: `${statusList}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: statusList,
    },
  }
}

/** Public address of a status list. @param list  its number */
export function statusAddress(site: string, list: number): string {
  return `${site}/api/web/certificate/status?list=${list}`
}

function inWords({ zh, en }: LocalText): string {
  return zh || en
}
