/** The limits of computations: whose they are, how many run and wait, and for how long. */
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type ComputationsService, createComputations } from '../../../runtime/server/computations/createComputations.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const folders = [join(PROJECT_DIRECTORY, 'tests/fixtures/computations')]
const services: ComputationsService[] = []
function serve(seconds?: number): ComputationsService {
  const service = createComputations({ config: { folders } as never }, seconds)
  services.push(service)
  return service
}
afterAll(() => {
  for (const service of services) service.stop()
})

const run = (service: ComputationsService, data: object, whose: string) => service.run({ name: 'fixture.spin' }, data, { whose })
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? (result.reason as { code?: string }).code : result.value

it('[COMPUTE-38] one person has one that runs and two that wait; the next is refused, and keeps no place from others', async () => {
  const service = serve()
  const [many, other] = await Promise.all([
    Promise.allSettled([1, 2, 3, 4, 5].map((answer) => run(service, { answer }, 'a'))),
    Promise.allSettled([run(service, { answer: 'other' }, 'b')]),
  ])
  expect(many.map(codeOf)).toEqual([1, 2, 3, 'BUSY', 'BUSY'])
  expect(other.map(codeOf)).toEqual(['other'])
  expect(await run(service, { answer: 'again' }, 'a')).toBe('again')
})

it('[COMPUTE-39] one without end is ended with its thread after its time, and gives its place back', async () => {
  const service = serve(5)
  const replies = await Promise.allSettled([run(service, { forever: true }, 'a'), run(service, { answer: 'next' }, 'a')])
  expect(replies.map(codeOf)).toEqual(['COMPUTATION_TOO_LONG', 'next'])
})

it('[COMPUTE-40] the end of the server ends what runs', async () => {
  const service = serve()
  const running = Promise.allSettled([run(service, { forever: true }, 'a')])
  service.stop()
  expect((await running)[0]!.status).toBe('rejected')
})
