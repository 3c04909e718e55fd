/** All amounts of the platform are in this currency (ISO 4217), in minor units. */
export const CURRENCY = 'CNY'
