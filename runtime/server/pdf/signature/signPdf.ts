/** Signs PDFs of pdfkit: a place is left while the document is drawn, and filled when it is whole. */
import { SignPdf } from '@signpdf/signpdf'
import { DEFAULT_BYTE_RANGE_PLACEHOLDER, SIG_FLAGS, Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import { cadesSignature } from './cadesSignature.ts'
import type { PdfSigner } from './readSigner.ts'

/** Bytes of a signature beside its chain. */
const OWN_BYTES = 4096
/** Of annotations. */
const PRINTED = 4

/** Some members of the library's class that its types leave out. */
interface Drawn {
  _font?: unknown
  page: { dictionary: unknown; annotations: unknown[] }
  _root: { data: { AcroForm: { data: Record<string, unknown> } } }
  ref(data: object): { end(): void }
}

/** Adds an invisible signature field on the last page. To be called before the document ends. */
export function leavePlace(document: PDFKit.PDFDocument, { name, chain }: PdfSigner, signingTime: Date): void {
  const drawn = document as unknown as Drawn
  const signature = drawn.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: SUBFILTER_ETSI_CADES_DETACHED,
    ByteRange: [0, DEFAULT_BYTE_RANGE_PLACEHOLDER, DEFAULT_BYTE_RANGE_PLACEHOLDER, DEFAULT_BYTE_RANGE_PLACEHOLDER],
    Contents: Buffer.alloc(chain.reduce((sum, { length }) => sum + length, OWN_BYTES)),
    M: signingTime,
    Name: asText(name),
  })
  const { SIGNATURES_EXIST, APPEND_ONLY } = SIG_FLAGS
  const page = drawn.page.dictionary
  const field = drawn.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    F: PRINTED,
    Rect: [0, 0, 0, 0],
    V: signature,
    T: asText('Signature'),
    P: page,
  })
  // forms name a font; a sheet may be without words
  if (!drawn._font) document.font('Helvetica')
  document.initForm()
  // readers would draw fields anew that need it: a signature does not, and must stay as it is
  const form = drawn._root.data.AcroForm
  form.data = { SigFlags: SIGNATURES_EXIST | APPEND_ONLY, Fields: [field], DR: form.data.DR }
  drawn.page.annotations.push(field)
  for (const part of [signature, field]) part.end()
}

/** The library writes strings as names, unless they are objects. */
function asText(text: string): object {
  return Object(text) as object
}

/** @param bytes  with a place for the signature */
export function signPdf(bytes: Buffer, signer: PdfSigner): Promise<Buffer> {
  return new SignPdf().sign(bytes, new CadesSigner(signer))
}

class CadesSigner extends Signer {
  readonly #signer: PdfSigner

  constructor(signer: PdfSigner) {
    super()
    this.#signer = signer
  }

  override async sign(content: Buffer): Promise<Buffer> {
    return cadesSignature(content, this.#signer)
  }
}
