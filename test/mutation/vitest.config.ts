import { defineConfig } from 'vitest/config'
import { tests } from './pure.ts'

/** The tests of the pure parts alone: without PostgreSQL, so that they run in a second. */
export default defineConfig({ test: { include: tests, env: { NODE_ENV: 'test' } } })
