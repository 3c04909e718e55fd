/** What someone typed as an account, as security events show it: enough to know one's own again. It may be the number of a stranger, or a password
 *  typed into the wrong field. */
export function maskAccount(typed: string): string {
  if (/^\d{11}$/.test(typed)) return `${typed.slice(0, 3)}****${typed.slice(-4)}`
  const at = typed.lastIndexOf('@')
  return at > 0 ? `${typed[0]}***${typed.slice(at)}`.slice(0, 100) : `${typed.slice(0, 2)}***`
}
