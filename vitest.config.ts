import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const env = { NODE_ENV: 'test' }
/** Tests that wait for the night: `npm run test:all`, or named on the command line. */
const night = process.env.ALL_TESTS ? [] : ['**/*.night.test.ts']

export default defineConfig({
  test: {
    // Half of a test is waiting for PostgreSQL or for a process; more than six would want more connections than it gives.
    // What a request leaves behind is young: with room for it, less of it is copied.
    execArgv: ['--max-semi-space-size=64'],
    maxWorkers: Math.min(6, Math.ceil(1.5 * availableParallelism())),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/operation/**', 'test/faults/**', ...night],
          globalSetup: ['test/support/cluster.ts'],
          // Each file has a database and an app of its own; to load the program anew for each would cost as much again.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          env,
        },
      },
      {
        // The whole program as a process of its own: needs the built pages.
        test: {
          name: 'operation',
          include: ['test/operation/**/*.test.ts'],
          exclude: night,
          globalSetup: ['test/operation/template.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          env,
        },
      },
      {
        // Attacks and outages of minutes, one at a time: each wants the machine to itself.
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: ['test/operation/template.ts'],
          fileParallelism: false,
          testTimeout: 2_400_000,
          hookTimeout: 180_000,
          env,
        },
      },
    ],
  },
})
