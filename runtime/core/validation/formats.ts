/** Formats of schemas: those of the standard, days and times within the range of the platform. */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isDay, isMoment } from '../values/valueRange.ts'

/** What the standard says, without a range. */
export const standardFormats = fullFormats

export const formats = { ...fullFormats, date: isDay, 'date-time': isMoment }
