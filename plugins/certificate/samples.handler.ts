/** Sample values for previews of templates. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import samples from './samples.json' with { type: 'json' }

export default defineHandler('certificate.samples', () => samples.map(({ id, title }) => ({ value: id, label: title })))
