/** What a person has to put right: one line that says what, and what to do. The program ends with status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
