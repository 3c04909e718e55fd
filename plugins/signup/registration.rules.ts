/** A registration takes its place and gives it back: so do the options that it chose, and who waits is offered the place. */
import { defineRules, type EntityRow, type HandlerContext } from '../../runtime/core/contracts.ts'
import { AgonError } from '../../runtime/core/errors.ts'
import { keepLook } from './desk/keepLook.ts'
import { orderOffers } from './waiting/orderOffers.ts'

type Registration = EntityRow<'signup.registration'>

export default defineRules('signup.registration', {
  afterTransition: {
    // who signs up is shown the option that is full
    submit: takeOptions,
    enter: takePlace,
    revive: takePlace,
    reviveReview: takePlace,
    restore: takePlace,
    resubmitTeam: takePlace,
    readmit: takePlace,
    withdraw: givePlaceBack,
    leave: givePlaceBack,
    suspend: givePlaceBack,
    lapse: givePlaceBack,
    refuse: givePlaceBack,
    reject: keepState,
    async failTeam(registration, context) {
      await givePlaceBack(registration, context)
      await keepState(registration, context)
    },
  },
})

/** @throws FORM_INVALID */
async function takeOptions({ formHash: hash, answers }: Registration, { documents }: HandlerContext): Promise<void> {
  await documents.forms.movePlaces({ hash }, null, answers)
}

/** @throws FULL */
async function takePlace(registration: Registration, context: HandlerContext): Promise<void> {
  try {
    await takeOptions(registration, context)
  } catch (error) {
    if (error instanceof AgonError) context.fail('FULL')
    throw error
  }
}

async function givePlaceBack({ formHash: hash, answers, competitionId }: Registration, context: HandlerContext): Promise<void> {
  await context.documents.forms.movePlaces({ hash }, answers, null)
  await orderOffers(competitionId, context)
}

/** It was sent back: what comes back is compared with what it holds now, also by who decided. */
async function keepState(registration: Registration, context: HandlerContext): Promise<void> {
  await keepLook(registration, null, context)
  if (context.session.userId !== null) await keepLook(registration, context.session.userId, context)
}
