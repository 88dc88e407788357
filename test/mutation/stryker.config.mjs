import { pure } from './pure.ts'

/** Changes the pure parts of the program, one place at a time, and asks their tests whether they notice. */
export default {
  mutate: pure,
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  ignorePatterns: ['/*', '!/src', '!/test', '!/package.json'],
  disableTypeChecks: false,
  // It would read TypeScript's settings with a compiler that TypeScript 7 no longer has; none are needed here.
  tsconfigFile: 'none.json',
  concurrency: 1,
  timeoutMS: 5_000,
  reporters: ['progress', 'json'],
  jsonReporter: { fileName: 'test-results/mutation/report.json' },
  tempDirName: 'test-results/mutation/copy',
}
