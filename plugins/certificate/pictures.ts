/** Pictures that a template and its values name, read from the store. */
import { buffer } from 'node:stream/consumers'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../runtime/core/documents.ts'
import { fileAddress, storedFile } from '../../runtime/core/storedFile.ts'

const STANDS_HERE = /^data:image\/(?:png|jpeg|webp);base64,/

/** Address of a stored picture, as templates and values name it. */
export function pictureAddress(file: { id: string } | null): string | null {
  return file === null ? null : fileAddress(file.id)
}

/** @param named  addresses of values @returns those that there are, with their bytes */
export async function readPictures(
  print: PrintDocument,
  named: readonly (string | null)[],
  { files }: Pick<HandlerContext, 'files'>,
): Promise<Map<string, Uint8Array>> {
  const fixed = print.pages.flatMap(({ elements }) =>
    elements.map((element) => (element.kind === 'picture' ? (element.picture ?? null) : null)),
  )
  const pictures = new Map<string, Uint8Array>()
  for (const address of new Set([...fixed, ...named])) {
    if (address === null) continue
    const key = storedFile(address)
    const isHere = STANDS_HERE.test(address)
    if (isHere) pictures.set(address, Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
    else if (key !== null && (await files.get(key)) !== null) pictures.set(address, await buffer(await files.open(key)))
  }
  return pictures
}
