import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line that people and programs can read: `N passed, N failed, N skipped`. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1
      // A file that could not be loaded has no tests to count, and has failed all the same.
      if (module.state() === 'failed' && counts.failed === 0 && module.errors().length > 0) counts.failed += 1
    }
    const failed = counts.failed + (errors.length > 0 && counts.failed === 0 ? 1 : 0)
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    // The default reporter still writes its own lines after this hook returns.
    process.once('exit', () => process.stdout.write(`${counts.passed} passed, ${failed} failed${skipped}\n`))
  }
}
