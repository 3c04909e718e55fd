/** One class of attacks: `export default` of a `scripts/hostile/<name>.suite.ts`. */
export interface HostileSuite {
  title: string
  /** Starts what the cases need, and makes them. */
  open(): Promise<{ cases: readonly HostileCase[]; close(): Promise<void> }>
}
export interface HostileCase {
  title: string
  /** @returns figures to print @throws what went wrong */
  run(): Promise<string | undefined>
}
