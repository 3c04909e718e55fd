/** A skin from a logo: the colours of a picture, and a skin in one of them that can always be read. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { brandTokens } from '../../../runtime/core/skin/brandTokens.ts'
import { checkContrast } from '../../../runtime/core/skin/checkContrast.ts'
import { contrastOf, parseColour, toLightness } from '../../../runtime/core/skin/colour.ts'
import { pictureColours } from '../../../runtime/core/skin/pictureColours.ts'
import { resolveSkin } from '../../../runtime/core/skin/resolveSkin.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import fc from '../../harness/fastCheck.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform as Platform
const find = (id: string) => documents.skin.get(id)
const { pairs = [], brand } = find('skins.light')!
const skins = [...documents.skin.values()].map((skin) => resolveSkin(skin, find))
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const hueOf = (text: unknown) => toLightness(parseColour(text)!).hue

const picture = (...parts: [count: number, ...colour: [number, number, number, number]][]) =>
  parts.flatMap(([count, ...colour]) => Array.from({ length: count }, () => colour).flat())

describe('[SKIN-30] the colours of a picture', () => {
  it('are its hues, the most of them first, without its ground and what lets through', () => {
    const pixels = picture([500, 255, 255, 255, 255], [90, 200, 30, 40, 255], [200, 0, 90, 160, 255], [400, 0, 255, 0, 10])
    expect(pictureColours(pixels)).toEqual(['#005aa0', '#c81e28'])
  })
  it('are one where they hardly differ, and the darkest grey where there is no hue', () => {
    expect(pictureColours(picture([10, 0, 90, 160, 255], [9, 3, 95, 166, 255]))).toHaveLength(1)
    expect(pictureColours(picture([10, 40, 40, 40, 255], [9, 250, 250, 250, 255]))).toEqual(['#282828'])
    expect(pictureColours([])).toEqual([])
  })
})

describe('[SKIN-31] a skin in the colour of a brand', () => {
  it.each(skins)('$id can be read in whatever colour', ({ tokens }) => {
    fc.assert(
      fc.property(hex, (colour) => {
        const made = { ...tokens, ...brandTokens(tokens, brand!, colour, pairs) }
        expect(checkContrast(made, pairs).filter(({ passes }) => !passes)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  it('has the hue of the logo in what its main colour leads, and leaves the colours of success and danger', () => {
    const { tokens } = resolveSkin(find('skins.light')!, find)
    const made = brandTokens(tokens, brand!, '#0b6e4f', pairs)
    expect(made.colorPrimary).toBe('#0b6e4f')
    for (const name of ['colorPrimaryHover', 'colorPrimaryActive', 'colorLink'])
      expect(Math.abs(hueOf(made[name]) - hueOf('#0b6e4f')), name).toBeLessThan(12)
    expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['colorError']))
    expect(brandTokens(tokens, brand!, 'none', pairs)).toEqual({})
  })

  it('without the mending, a pale logo could not be read', () => {
    const { tokens } = resolveSkin(find('skins.light')!, find)
    expect(contrastOf(parseColour(tokens.colorOnPrimary)!, parseColour('#ffe08a')!)).toBeLessThan(4.5)
    expect(brandTokens(tokens, brand!, '#ffe08a', pairs).colorPrimary).not.toBe('#ffe08a')
  })
})
