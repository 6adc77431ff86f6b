/** What the system's errors mean, without the path that the sentence already names. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'the address is none of this machine',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder should be',
  ENOTFOUND: 'there is no such host',
  EPERM: 'you may not',
  EROFS: 'the disk is read-only',
  ETIMEDOUT: 'nothing answered in time',
  Z_BUF_ERROR: 'its end is missing',
  Z_DATA_ERROR: 'it is not compressed as its name says',
};

/** An error of the system in words, to follow a colon. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (code || String(error));
}
