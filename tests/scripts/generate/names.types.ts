/** Read by the compiler alone: each line below a comment is a mistake that it must find. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export async function wrongNames({ call, fail, text, rows, messages, jobs, documents }: HandlerContext): Promise<void> {
  // @ts-expect-error no such call
  await call('hotel.unknown', {})
  // @ts-expect-error a parameter is missing
  await call('hotel.managed', {})
  // @ts-expect-error no such value in its answer
  ;(await call('hotel.managed', { id: '1' })).unknown
  // @ts-expect-error no such template
  await messages.send('hotel.unknown', {}, {})
  // @ts-expect-error variables are missing
  await messages.send('hotel.booked', {}, {})
  // @ts-expect-error no handler that runs as a job
  await jobs.enqueue('hotel.save', {})
  // @ts-expect-error the job has another input
  await jobs.enqueue('pay.ask', { number: '1' })
  // @ts-expect-error no transition of the flow
  await rows.transition('pay.life', 'unknown', '1')
  // @ts-expect-error no such form
  await documents.forms.submit({ id: 'hotel.unknown' }, {})
  // @ts-expect-error no such answer
  ;(await documents.forms.submit({ id: 'hotel.edit' }, {})).answers.unknown
  // @ts-expect-error no such text
  text('hotel.unknown')
  // @ts-expect-error no such error
  fail('HOTEL_UNKNOWN')
}
