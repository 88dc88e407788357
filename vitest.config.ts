import { defineConfig } from 'vitest/config'

const env = { NODE_ENV: 'test' }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/operation/**'],
          globalSetup: ['test/cluster.ts'],
          // Each file has a database and an app of its own; to load the program anew for each would cost as much again.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          env,
        },
      },
      {
        // The whole program as a process of its own: needs the built pages.
        test: {
          name: 'operation',
          include: ['test/operation/**/*.test.ts'],
          globalSetup: ['test/operation/template.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          env,
        },
      },
    ],
  },
})
