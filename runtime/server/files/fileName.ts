/** Names of files as they may be shown and sent in headers. */

const MAX_CHARACTERS = 120

/** The last part of what the browser sent, without control characters, marks that turn the direction of text, and characters that a file system
 *  or a header would read as more than a name. Never empty; the extension stays. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"|?*]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean === '') return 'file'
  const dot = clean.lastIndexOf('.')
  const extension = dot > 0 ? clean.slice(dot).slice(0, 20) : ''
  return [...clean.slice(0, clean.length - extension.length)].slice(0, MAX_CHARACTERS - extension.length).join('') + extension
}
