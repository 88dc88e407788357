import { expect, test } from 'vitest'
import { fileLimitWarning } from './fileLimit.ts'

test('a limit on open files below that of connections is told, one that is high enough or unknown is not', () => {
  const limits = (files: number) => `Limit  Soft Limit  Hard Limit  Units\nMax open files  ${files}  524288  files\n`
  expect(fileLimitWarning(5_000, limits(256))).toMatch(/最多能打开 256 个文件.*CONNECTIONS=5000/)
  expect(fileLimitWarning(5_000, limits(65_536))).toBeUndefined()
  expect(fileLimitWarning(5_000, '')).toBeUndefined()
})
