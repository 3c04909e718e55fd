/** Formatted texts whose pictures and links to files lead to other files. */
import { fileAddress, filesInText } from '../../runtime/core/storedFile.ts'

/** @param value  a text, or one in both languages; @param idOf  the other file, or null to leave the address as it is */
export async function mapFileAddresses(value: unknown, idOf: (id: string) => Promise<string | null>): Promise<unknown> {
  if (typeof value === 'string') return mapText(value, idOf)
  if (typeof value !== 'object' || value === null) return value
  const texts = await Promise.all(Object.entries(value).map(async ([lang, text]) => [lang, await mapFileAddresses(text, idOf)] as const))
  return Object.fromEntries(texts)
}

async function mapText(text: string, idOf: (id: string) => Promise<string | null>): Promise<string> {
  let mapped = text
  for (const id of new Set(filesInText(text))) {
    const other = await idOf(id)
    if (other !== null) mapped = mapped.replaceAll(`"${fileAddress(id)}"`, `"${fileAddress(other)}"`)
  }
  return mapped
}
