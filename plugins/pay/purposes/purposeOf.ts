import type { PayPurpose } from '../../generated/enums.ts'
import type { Order, Purpose } from './Purpose.ts'
import { packagePurpose } from './packagePurpose.ts'
import { paperPurpose } from './paperPurpose.ts'
import { signupPurpose } from './signupPurpose.ts'
import { trainingPurpose } from './trainingPurpose.ts'

const PURPOSES: Record<PayPurpose, Purpose> = {
  signup: signupPurpose,
  training: trainingPurpose,
  package: packagePurpose,
  paper: paperPurpose,
}

/** Rules of what an order is for. */
export function purposeOf({ purpose }: Pick<Order, 'purpose'>): Purpose {
  return PURPOSES[purpose]
}
