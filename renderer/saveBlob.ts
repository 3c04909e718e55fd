/** Saves what was fetched under a name, as a link with `download` does. */
export function saveBlob(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
  link.click()
  URL.revokeObjectURL(link.href)
}
