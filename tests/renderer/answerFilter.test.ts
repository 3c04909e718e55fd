import { expect, it } from 'vitest'
import { answerFilter } from '../../renderer/table/answerFilter.ts'

it('[PRIVACY-14] no filter is offered of a personal answer', () => {
  expect(answerFilter({ type: 'string' })).not.toBeNull()
  expect(answerFilter({ type: 'string', 'x-personal': true })).toBeNull()
})
