const ADDRESS = /^\/api\/platform\/file\/([\w-]{22})$/

/** Id of the stored file that an address in a text is of; null for any other address. */
export function storedFile(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null
}

/** Address of a stored file, as it stands in texts. */
export function fileAddressOf(id: string): string {
  return `/api/platform/file/${id}`
}
