/** Copies a competition, with its times moved. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { copyCompetition } from './copyCompetition.ts'

export default defineHandler('competition.copyCompetition', ({ title, ...order }, context) =>
  copyCompetition({ ...order, ...(title && { title: wholeText(title.zh.trim(), title.en?.trim())! }) }, context),
)
