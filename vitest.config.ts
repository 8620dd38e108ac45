import { defineConfig } from 'vitest/config'

/** Two kinds: everything that runs in Node, in parallel; and browser journeys, one after the other. */
export default defineConfig({
  root: '.',
  test: {
    reporters: ['default', './test/harness/plain-summary.ts'],
    globalSetup: ['./test/harness/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{shared,server,client,scripts,migrations}/**/*.test.ts', 'test/{http,live,fuzz,db,cli,docs,sim}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
