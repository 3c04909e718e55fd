/** fast-check whose runs can be repeated: a gate must not depend on luck. `TEST_SEED=<integer>` explores other cases, `TEST_SEED=random` any. */
import fc from 'fast-check'

const { TEST_SEED = '20261121' } = process.env
if (TEST_SEED !== 'random') fc.configureGlobal({ seed: Number(TEST_SEED) })

export default fc
