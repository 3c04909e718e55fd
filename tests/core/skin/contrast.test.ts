import { describe, expect, it } from 'vitest'
import { checkContrast } from '../../../runtime/core/skin/checkContrast.ts'
import { colourText, contrastOf, fromLightness, parseColour, toLightness } from '../../../runtime/core/skin/colour.ts'
import { followingTokens } from '../../../runtime/core/skin/followingTokens.ts'
import fc from '../../harness/fastCheck.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('colours', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#12345678', '#12345678'],
    ['rgb(255, 0, 0)', '#ff0000'],
    ['rgba(0 128 255 / 50%)', '#0080ff80'],
    ['hsl(120, 100%, 25%)', '#008000'],
  ])('%s is read as %s', (text, read) => expect(colourText(parseColour(text)!)).toBe(read))
  it.each(['red', 'url(x)', '#12', 'rgb(1,2)', 'rgb(300, 0, 0)', 'var(--x)', 12, null])('%s is none', (text) =>
    expect(parseColour(text)).toBeNull(),
  )
  it('keep their look through lightness and back', () => {
    fc.assert(fc.property(hex, (text) => colourText(fromLightness(toLightness(parseColour(text)!))) === text))
  })
  it('contrast as WCAG says', () => {
    expect(contrastOf(parseColour('#000000')!, parseColour('#ffffff')!)).toBeCloseTo(21, 5)
    expect(contrastOf(parseColour('#777777')!, parseColour('#ffffff')!)).toBeCloseTo(4.478, 3)
    expect(contrastOf(parseColour('#0000')!, parseColour('#ffffff')!)).toBe(1)
  })
})

describe('pairs', () => {
  const pairs = [
    { token: 'text', on: 'ground', least: 'text' },
    { token: 'edge', on: 'ground', least: 'control' },
  ] as const
  it('name what lacks contrast, and a colour that has enough', () => {
    const [text, edge] = checkContrast({ text: '#999999', ground: '#ffffff', edge: '#888888' }, pairs)
    expect(text).toMatchObject({ ratio: 2.84, least: 4.5, passes: false })
    expect(edge).toMatchObject({ least: 3, passes: true })
    expect(edge).not.toHaveProperty('proposal')
  })
  it('always get a proposal that passes, on whatever ground', () => {
    fc.assert(
      fc.property(hex, hex, (text, ground) => {
        const [found] = checkContrast({ text, ground }, pairs)
        if (found!.passes) return
        const [mended] = checkContrast({ text: found!.proposal!, ground }, pairs)
        expect(mended!.passes).toBe(true)
      }),
    )
  })
  it('propose what still carries the words on it', () => {
    const button = [
      { token: 'button', on: 'ground', least: 'control' },
      { token: 'words', on: 'button', least: 'text' },
    ] as const
    const [found] = checkContrast({ button: '#9fc3ff', ground: '#ffffff', words: '#1b1b1b' }, button)
    const mended = checkContrast({ button: found!.proposal!, ground: '#ffffff', words: '#1b1b1b' }, button)
    expect(mended.map(({ passes }) => passes)).toEqual([true, true])
  })
})

describe('what follows', () => {
  const start = { primary: '#3046c5', primaryHover: '#2539a8', primaryActive: '#1d2d87' }
  it('hovered and pressed are as much darker than a new base as those it starts from, and keep its hue', () => {
    const made = followingTokens(start, 'primary', '#0b6e4f')
    const lightnessOf = (text: string) => toLightness(parseColour(text)!).lightness
    for (const ending of ['Hover', 'Active'] as const) {
      const before = lightnessOf(start[`primary${ending}`]) - lightnessOf(start.primary)
      expect(lightnessOf(made[`primary${ending}`]!) - lightnessOf('#0b6e4f')).toBeCloseTo(before, 1)
    }
    expect(followingTokens(start, 'primaryHover', '#0b6e4f')).toEqual({})
    expect(followingTokens(start, 'primary', 'none')).toEqual({})
  })
  it('every new base gives colours that differ from it', () => {
    fc.assert(fc.property(hex, (base) => Object.values(followingTokens(start, 'primary', base)).every((text) => text !== base)))
  })
  it('where no shade of the words would do, the ground gets the proposal', () => {
    const both = [
      { token: 'words', on: 'light', least: 'text' },
      { token: 'words', on: 'dark', least: 'text' },
    ] as const
    const tokens = { words: '#777777', light: '#8a8a8a', dark: '#747474' }
    const [found] = checkContrast(tokens, both)
    expect(found!.changes).toBe('light')
    const [mended] = checkContrast({ ...tokens, light: found!.proposal! }, both)
    expect(mended!.passes).toBe(true)
  })
})
