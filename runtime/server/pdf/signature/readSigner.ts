/** Who signs PDFs: a PKCS #12 file of the operator (`PDF_SIGNING_P12`, `PDF_SIGNING_PASSWORD`) -> its key and its chain. Read once, at the start. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import forge from 'node-forge'

/** Can be handed to a thread. */
export interface PdfSigner {
  /** PKCS #8, PEM. */
  key: string
  /** X.509, DER; the signer's own first, then those above it. */
  chain: readonly Uint8Array[]
  /** Common name of the signer. */
  name: string
}
type Environment = Readonly<Record<string, string | undefined>>

/** @returns null without the setting @throws Error that ends the start: an unreadable file, a wrong password, no RSA key, or one that is no longer valid */
export function readSigner({ PDF_SIGNING_P12: path, PDF_SIGNING_PASSWORD: password = '' }: Environment, now: Date): PdfSigner | null {
  if (!path) return null
  const wrong = (what: string) => new Error(`PDF_SIGNING_P12 (${path}): ${what}`)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw wrong('the file cannot be read. Give the path of a PKCS #12 file (.p12 or .pfx) that the server may read')
  }
  const { key, held } = open(bytes, password, wrong)
  const own = held.find((each) => each.checkPrivateKey(createPrivateKey(key)))
  if (!own) throw wrong('it holds no X.509 certificate for its key')
  if (new Date(own.validTo) < now) throw wrong(`it was valid until ${own.validTo}`)
  const chain = [own, ...held.filter((each) => each !== own)]
  return { key, chain: chain.map(({ raw }) => raw), name: /^CN=(.*)$/m.exec(own.subject)?.[1] ?? own.subject }
}

function open(bytes: Buffer, password: string, wrong: (what: string) => Error): { key: string; held: X509Certificate[] } {
  const { asn1, pki, pkcs12 } = forge
  let file: forge.pkcs12.Pkcs12Pfx
  try {
    file = pkcs12.pkcs12FromAsn1(asn1.fromDer(bytes.toString('binary')), password)
  } catch {
    throw wrong('it is no PKCS #12 file with an RSA key, or PDF_SIGNING_PASSWORD is not its password')
  }
  const { pkcs8ShroudedKeyBag, keyBag, certBag } = pki.oids
  const bagsOf = (type: string | undefined) => file.getBags({ bagType: type! })[type!] ?? []
  const key = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)].find((bag) => bag.key)?.key
  if (!key) throw wrong('it holds no RSA key')
  const held = bagsOf(certBag).flatMap(({ cert }) =>
    cert ? [new X509Certificate(Buffer.from(asn1.toDer(pki.certificateToAsn1(cert)).getBytes(), 'binary'))] : [],
  )
  return { key: pki.privateKeyInfoToPem(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))), held }
}
