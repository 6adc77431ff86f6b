/** How many sequences a property is tried on: a few in each test run, many with `npm run fuzz`. */
export function runs(usual: number): { readonly numRuns: number } {
  const asked = Number(process.env['FUZZ_RUNS']);
  return { numRuns: asked > 0 ? asked : usual };
}
