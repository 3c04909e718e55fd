/** Begins and ends the read-only mode of all processes: a value of the settings document `platform.operation`. */
import { defineHandler } from '../../core/contracts.ts'
import { OPERATION_SETTINGS } from '../operate/operatingMode.ts'

export default defineHandler('platform.readOnly', async ({ on }, { platform, documents }) => {
  const { values, ...rest } = platform.get('settings', OPERATION_SETTINGS)
  const content = { ...rest, values: { ...values, readOnly: { ...values.readOnly!, value: on } } }
  await documents.store.saveDraft('settings', OPERATION_SETTINGS, content)
  await documents.store.publish('settings', OPERATION_SETTINGS)
  return { on }
})
