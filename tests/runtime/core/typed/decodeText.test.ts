import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../../runtime/core/typed/decodeText.ts'

const TEXT = 'path,zh\n/a,浙江大学\n'
/** `浙江大学` as a Chinese spreadsheet saves it. */
const GBK = Buffer.concat([Buffer.from('path,zh\n/a,'), Buffer.from('d5e3bdadb4f3d1a7', 'hex'), Buffer.from('\n')])

describe('[FILE-20] the encoding of a text file is told by its content', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(TEXT, 'utf16le').swap16()],
    ['GB18030', GBK],
  ])('%s %#', (encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: TEXT, encoding })
  })

  it('is none of what is no text, and of a sample cut inside a character the one of the rest', () => {
    expect(decodeText(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xff]))).toBeNull()
    expect(decodeText(Buffer.from('MZ\u0001\u0002'))).toBeNull()
    expect(decodeText(Buffer.from('浙江').subarray(0, 5), { isCut: true })?.encoding).toBe('UTF-8')
    expect(decodeText(Buffer.from('浙江').subarray(0, 5))?.encoding).not.toBe('UTF-8')
  })
})
