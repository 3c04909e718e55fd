/** Ids and addresses of stored files, as rows, answers and texts hold them. */
const PATH = '/api/platform/file/'
const KEY = '[\\w-]{22}'

const IS_KEY = new RegExp(`^${KEY}$`)
const ADDRESS = new RegExp(`^${PATH}(${KEY})$`)
const IN_TEXT = new RegExp(`\\b(?:src|href)="${PATH}(${KEY})"`, 'g')

/** Whether a value may be the id of a stored file. */
export function isFileKey(value: unknown): value is string {
  return typeof value === 'string' && IS_KEY.test(value)
}

/** Id of the stored file that an address is of; null for any other address. */
export function storedFile(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null
}

/** Address of a stored file, as it stands in texts, designs and values. */
export function fileAddress(id: string): string {
  return `${PATH}${id}`
}

/** Ids of the files that formatted text shows or links to. */
export function filesInText(html: string): string[] {
  return [...html.matchAll(IN_TEXT)].map(([, key]) => key!)
}
