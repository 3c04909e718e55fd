/** The road of a course, as people see it: published, signed up and paid for on a phone, checked in by the code on the screen, evaluated, and the certificate requested. */
import { expect, it } from 'vitest'
import { loadPath, openPath, settled } from '../../harness/openPage.ts'
import { expectSound, visitServer } from '../../harness/visitServer.ts'
import { createTrainingWorld, HOUR, type TrainingWorld } from '../../server/training/trainingWorld.ts'

const STUDY = '/personalCenter/xuexi'
let world: TrainingWorld
const visit = visitServer(async () => {
  world = await createTrainingWorld()
  // the database of the demonstration comes without its files
  await world.rows('UPDATE training_course SET cover = NULL')
  return world
})

it('[TRAIN-40] a course goes from publishing to the request for its certificate', async () => {
  const session = {
    title: { zh: '第一讲', en: 'First lecture' },
    startsAt: world.at(HOUR),
    endsAt: world.at(2 * HOUR),
    place: { zh: '301 教室' },
  }
  const times = { signupEnd: world.at(HOUR / 2), sessions: [{ ...session, liveLink: 'https://live.example/room' }] }
  const id = await world.draft({ title: { zh: '赛前培训', en: 'Course of the road' }, fee: 9900, capacity: 5, ...times })
  const person = await world.newcomer()

  const { page: desk, problems: deskProblems } = await visit(world.organiser, { width: 1440, path: `/admin/training/${id}` })
  await desk.getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await desk.getByText('Course published').waitFor()
  await expectSound(desk)

  const { page: phone, problems } = await visit(person.token, { width: 360, path: '/training' })
  await expectSound(phone)
  await phone.getByRole('link', { name: 'Course of the road' }).click()
  await phone.getByText('First lecture').waitFor()
  expect(await phone.getByText('Teacher', { exact: true }).count(), 'facts that no one has filled in are left out').toBe(0)
  expect(await phone.getByText('live.example').count()).toBe(0)
  await expectSound(phone)
  await phone
    .getByRole('link', { name: 'Sign up', exact: true })
    .or(phone.getByRole('button', { name: 'Sign up', exact: true }))
    .first()
    .click()
  await phone.getByLabel('Name', { exact: false }).first().fill('何新人')
  await phone.getByLabel('Phone number').fill('19900001234')
  await expectSound(phone)
  await phone.getByRole('button', { name: 'Sign up', exact: true }).click()
  await phone.waitForURL('**/pay/*')
  const pay = phone.getByRole('button', { name: 'Pay CNY 99.00', exact: true })
  const summary = await phone.getByText('Order no.').elementHandle()
  const isBelow = (button: Element, above: Node | null) => above!.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING
  expect(await pay.evaluate(isBelow, summary), 'what is paid stands above the button').toBe(true)
  await pay.click()
  await phone.waitForURL('**/pay/sandbox/**')
  await phone.getByRole('button', { name: 'Confirm payment' }).click()
  await phone.getByText('CNY 99.00 paid', { exact: true }).waitFor()
  await openPath(phone, `/training/${id}`)
  await phone.getByText('301 教室').waitFor()

  world.clock.now += HOUR
  const [{ id: sessionId }] = await world.rows('SELECT id::text FROM training_session WHERE "courseId" = $1', [id])
  // there is one session, so nothing is to be chosen
  await loadPath(desk, `/admin/training/${id}?tab=attendance`)
  await desk.getByText('Scan to check in').waitFor()
  await expectSound(desk)
  const { code } = (await world.call('api/training/code', { id: sessionId }, world.organiser, 'GET')).data
  await desk.getByText(code, { exact: true }).waitFor()
  await loadPath(phone, `/training/${id}/attend?code=${code}`)
  await phone.getByRole('button', { name: 'Check in', exact: true }).click()
  await phone.getByText('Checked in: First lecture').waitFor()
  await expectSound(phone)

  const [{ id: seriesId }] = await world.rows(
    `INSERT INTO certificate_series ("competitionId", "organisationId", title, "templateId", prefix, year)
     SELECT id, "organisationId", '{"zh":"培训证书","en":"Course"}', 'certificate.classic', 'TRN', 2026 FROM competition_competition WHERE id = $1 RETURNING id`,
    [world.competitionId],
  )
  await world.call('api/web/training/set', { id, seriesId: String(seriesId), certificateShare: 100 }, world.organiser)
  await loadPath(desk, `/admin/training/${id}?tab=evaluation`)
  await expectSound(desk)
  await desk.getByRole('button', { name: 'Create the evaluation' }).click()
  await desk.waitForURL('**/admin/collectionlist/*')
  const questionnaireId = new URL(desk.url()).pathname.split('/').at(-1)
  await world.call('api/web/questionnaire/publish', { id: questionnaireId }, world.organiser)

  world.clock.now += 2 * HOUR
  await loadPath(phone, STUDY)
  await phone.getByRole('progressbar', { name: '100%' }).waitFor()
  await expectSound(phone)
  await phone.getByRole('button', { name: 'Request the certificate' }).click()
  await phone.getByText('Requested. We notify you once it is issued').waitFor()
  await phone.getByRole('button', { name: 'Evaluate', exact: true }).click()
  await phone.waitForURL('**/admin/collection/**')
  await settled(phone)
  await expectSound(phone)

  const { page: wide, problems: wideProblems } = await visit(person.token, { width: 1440, lang: 'zh', path: STUDY })
  await wide.getByText('已申请，待颁发').waitFor()
  await expectSound(wide)
  expect([...problems, ...deskProblems, ...wideProblems]).toEqual([])
})
