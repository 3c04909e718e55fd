/** The skins to choose from: finished, told apart, and readable on both kinds of screens. */
import { describe, expect, it } from 'vitest'
import { buildPlatform } from '../../../runtime/core/documents/buildPlatform.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { checkContrast } from '../../../runtime/core/skin/checkContrast.ts'
import { parseColour, toLightness } from '../../../runtime/core/skin/colour.ts'
import { resolveSkin } from '../../../runtime/core/skin/resolveSkin.ts'
import { loadFiles } from '../../../runtime/server/documents/loadFiles.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const { raws, texts, names } = loadFiles(PROJECT_DIRECTORY)
const { documents } = buildPlatform(raws, texts, names).platform as Platform
const find = (id: string) => documents.skin.get(id)
const skins = [...documents.skin.values()].map((skin) => resolveSkin(skin, find))
const { pairs = [] } = find('skins.light')!

describe('the shipped skins', () => {
  it('[SKIN-20] are at least eight to start from, two of them dark, and no two have the same base colour', () => {
    expect(skins.length).toBeGreaterThanOrEqual(8)
    expect(skins.filter(({ dark }) => dark).length).toBeGreaterThanOrEqual(2)
    expect(new Set(skins.map(({ tokens }) => tokens.colorPrimary)).size).toBe(skins.length)
  })

  it.each(skins)('[SKIN-21] $id has enough contrast in every pair', ({ tokens }) => {
    expect(checkContrast(tokens, pairs).filter(({ passes }) => !passes)).toEqual([])
  })

  it.each(skins)('[SKIN-22] $id is as light or dark as it says', ({ dark, tokens }) => {
    expect(toLightness(parseColour(tokens.colorBgContainer)!).lightness < 0.5).toBe(dark)
  })
})
