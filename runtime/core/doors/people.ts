/** Door `context.people`: sessions, personal data, signed values. Types only. */
import type { Session } from '../contracts.ts'

export interface PeopleDoor {
  /** Session life: for sign-in handlers. */
  readonly sessions: SessionService
  /** Of the person who asks. */
  readonly personal: PersonalDataService
  readonly signed: SignedValues
  /** Accounts that the rows of a list are about (`people` of its call), each once, within the reach of who asks. Access and input are checked.
   *  @param ids  of rows; without them all that match the input are meant. @throws CALL_INPUT, PERMISSION_DENIED */
  listed(call: string, input: Readonly<Record<string, unknown>>, ids?: readonly string[] | null): Promise<string[]>
}

/** Values in addresses that no one can forge. They are signed with a key that never leaves the platform. */
export interface SignedValues {
  /** A token for an address: its holder can read the value but not change it. A token for one `purpose` is refused for any other. */
  sign(purpose: string, value: string): Promise<string>
  /** The value of a token that was signed for this purpose; null for anything else. */
  read(purpose: string, token: string): Promise<string | null>
  /** A text derived from the value: always the same, and impossible to guess. */
  derive(purpose: string, value: string): Promise<string>
}

/** The personal data of the person who asks: all rows whose entity declares an `owner`. */
export interface PersonalDataService {
  /** Collects everything in the background into one archive that only the person can fetch. Answers the job's id; its result is a StoredFile. */
  export(): Promise<string>
  /** Erases the person's data. Each owned row is deleted, kept or anonymised, as `erasure` of its entity declares. Sessions end. Entries of the operation
   *  log stay as they were sealed. */
  erase(): Promise<void>
}

export interface SessionService {
  /** Opens a session for a person who has proved their identity. The refresh token is returned once. When a second factor is set up, or a role requires
   *  it, the result is the next step instead. `secondFactor`: the second factor was proved just now. */
  open(userId: string, facts?: { identity?: string; secondFactor?: boolean }): Promise<SignedIn>
  refresh(refreshToken: string): Promise<Tokens>
  /** Records that the person has just proved their identity again. Calls with `proof` are allowed in this session for the time set in the app document. */
  noteProof(): Promise<void>
  /** For calls that need a fresh proof in some cases only. @throws PROOF_NEEDED */
  assertProof(): Promise<void>
  close(sessionId: string): Promise<void>
  /** Ends all sessions of a person except one. `reason`: a code of `account.endReason`, default `closed`. */
  closeAll(userId: string, except?: string, reason?: string): Promise<void>
  /** Makes a ticket that takes the session to the browser tab at `returnTo`. `challenge`: SHA-256 (hexadecimal) of a secret of that tab. Returns the
   *  address with the ticket. @throws RETURN_REFUSED, SESSION_REQUIRED */
  issueTicket(to: { returnTo: string; challenge: string }): Promise<{ address: string }>
  /** Exchanges a ticket, once, for new tokens of its session. @throws RETURN_REFUSED, TICKET_INVALID */
  redeemTicket(from: { ticket: string; returnTo: string; verifier: string }): Promise<Tokens>
  /** Id of the person whose sign-in waits for the second factor. @throws SIGN_IN_STEP */
  stepOf(step: string): Promise<{ userId: string; setUp: boolean }>
  /** Whether a role of the person requires a second factor and they are not exempt. */
  requiresSecondFactor(userId: string): Promise<boolean>
  /** Completes the sign-in and opens the session. The caller has checked the second factor. @throws SIGN_IN_STEP when the step was used before */
  takeStep(step: string): Promise<Tokens>
  hashPassword(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>
  /** Counts a guess at a secret from the caller's address, before the secret is checked. The count stays when the call fails, and security events
   *  name the account. @throws RATE_LIMITED with details.retryAfter in seconds */
  countGuess(at: GuessedSecret): Promise<void>
  /** Call this after writing rights or state of a person: they take effect from the next request. */
  changed(userId: string): void
  /** As `changed`, for everyone: after writing a role or the hierarchy of the objects that roles are granted on. */
  changedForAll(): void
  /** The rights of another person now, by all identities or by one. @throws SESSION_INVALID when the account is gone or disabled */
  rightsOf(userId: string, identity?: string): Promise<Session>
  /** Removes the count: the guess was right. */
  forgiveGuess(at: GuessedSecret): Promise<void>
}

/** The secret that someone tries to guess. An account has one count for each secret, whichever name was typed. */
export interface GuessedSecret {
  secret: 'password' | 'code' | 'secondFactor' | 'invitation'
  /** Null when there is no account of that name. */
  userId: string | null
  /** The name as typed, normalised, when no account has it. */
  account: string
}

/** Result of a sign-in: tokens, or the next step. */
export type SignedIn = Tokens | { secondFactor: SecondFactorStep }

export interface SecondFactorStep {
  /** Id of the waiting sign-in; valid for a few minutes, and only for the second factor. */
  step: string
  /** True: no second factor is set up yet, and the person must do so now. */
  setUp: boolean
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}
