/** Places of an event that were added go to those who wait. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { orderOffers } from './orderOffers.ts'

export default defineExtension('competition.eventSaved', 'waiting', orderOffers)
