/** Places in the write-ahead log of PostgreSQL as numbers: what stands before a place has happened. */

/** @param text  as PostgreSQL says it: `16/B374D848` */
export function walPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}
