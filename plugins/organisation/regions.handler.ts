/** Turns the region enum into the tree that a cascader shows: provinces with their cities, in the caller's language. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { regionTree } from './regionTree.ts'

export default defineHandler('organisation.regions', (_input, { platform, lang }) => regionTree(platform, lang))
