/** Bytes -> a detached CMS signature as PAdES B-B asks for (ETSI EN 319 142-1; CMS: RFC 5652; the hash of the X.509 certificate among what is signed: RFC 5035). The time
 *  stands in the PDF and not in the signature. */
import { createHash, sign } from 'node:crypto'
import forge from 'node-forge'
import type { PdfSigner } from './readSigner.ts'

const { asn1 } = forge
const { Class, Type } = asn1
const OIDS = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  essHash: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
}
type Node = forge.asn1.Asn1
/** [0] of an implicit or explicit tag. */
const TAG_0 = 0 as forge.asn1.Type

/** @returns DER of the ContentInfo */
export function cadesSignature(content: Uint8Array, { key, chain }: PdfSigner): Buffer {
  const [own] = chain as [Uint8Array]
  const signed = [
    attribute(OIDS.contentType, oid(OIDS.data)),
    attribute(OIDS.messageDigest, octets(sha256(content))),
    // ESSCertIDv2 with its default algorithm, SHA-256
    attribute(OIDS.essHash, sequence(sequence(sequence(octets(sha256(own)))))),
  ].toSorted((a, b) => Buffer.compare(der(a), der(b)))
  const signature = sign('sha256', der(set(...signed)), key)
  const { issuer, serial } = issuerOf(own)
  const signerInfo = sequence(
    integer('\x01'),
    sequence(issuer, serial),
    algorithm(OIDS.sha256),
    context(...signed),
    algorithm(OIDS.rsa),
    octets(signature),
  )
  const signedData = sequence(
    integer('\x01'),
    set(algorithm(OIDS.sha256)),
    sequence(oid(OIDS.data)),
    context(...chain.map(parsed)),
    set(signerInfo),
  )
  return der(sequence(oid(OIDS.signedData), context(signedData)))
}

/** Issuer and serial number, as they are written. */
function issuerOf(own: Uint8Array): { issuer: Node; serial: Node } {
  const [body] = parsed(own).value as Node[]
  const parts = body!.value as Node[]
  // the version is optional and has a tag of its own
  const first = parts[0]!.tagClass === Class.CONTEXT_SPECIFIC ? 1 : 0
  return { serial: parts[first]!, issuer: parts[first + 2]! }
}

function attribute(type: string, value: Node): Node {
  return sequence(oid(type), set(value))
}
function algorithm(id: string): Node {
  return sequence(oid(id), asn1.create(Class.UNIVERSAL, Type.NULL, false, ''))
}
function sequence(...value: Node[]): Node {
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, value)
}
function set(...value: Node[]): Node {
  return asn1.create(Class.UNIVERSAL, Type.SET, true, value)
}
function context(...value: Node[]): Node {
  return asn1.create(Class.CONTEXT_SPECIFIC, TAG_0, true, value)
}
function oid(id: string): Node {
  return asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(id).getBytes())
}
function integer(bytes: string): Node {
  return asn1.create(Class.UNIVERSAL, Type.INTEGER, false, bytes)
}
function octets(bytes: Uint8Array): Node {
  return asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, Buffer.from(bytes).toString('binary'))
}
function parsed(bytes: Uint8Array): Node {
  return asn1.fromDer(Buffer.from(bytes).toString('binary'))
}
function der(node: Node): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'binary')
}
function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
