import { expect, it } from 'vitest'
import { variableName } from '../../../runtime/core/skin/skinStyle.ts'
import base from '../../../schemas/skins/light.skin.json' with { type: 'json' }

it('names a variable after its token', () => {
  expect(['colorPrimary', 'fontSizeXS', 'space12', 'colorCover1From', 'borderRadiusLG'].map(variableName)).toEqual([
    '--agon-color-primary',
    '--agon-font-size-xs',
    '--agon-space-12',
    '--agon-color-cover-1-from',
    '--agon-border-radius-lg',
  ])
})
it('gives every token of the base skin a variable of its own', () => {
  const names = Object.keys(base.tokens).map(variableName)
  expect(new Set(names).size).toBe(names.length)
})
