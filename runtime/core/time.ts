/** Lengths of time, for code that reads figures in other units than it needs. */

export const MS_PER_SECOND = 1000
export const SECONDS_PER_MINUTE = 60
export const SECONDS_PER_HOUR = 3600
export const SECONDS_PER_DAY = 86_400
export const MS_PER_MINUTE = SECONDS_PER_MINUTE * MS_PER_SECOND
export const MS_PER_HOUR = SECONDS_PER_HOUR * MS_PER_SECOND
export const MS_PER_DAY = SECONDS_PER_DAY * MS_PER_SECOND
