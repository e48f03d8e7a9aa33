/** What is wrong with a bundle; the message is one line. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

/** The value of `read`; whatever it throws becomes a BundleError that begins with `what`. */
export function within<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (problem) {
    const text = problem instanceof Error ? problem.message : String(problem);
    throw new BundleError(`${what}: ${text.replace(/\s+/g, " ")}`);
  }
}
