import { defineHandler } from '../../runtime/core/contracts.ts'
import { authoredWork } from './authors.ts'

export default defineHandler('work.own', ({ id }, context) => authoredWork(id, context))
