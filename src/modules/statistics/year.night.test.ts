import { test } from 'vitest'
import { expectSafeRelease } from '#test/support/attackedRelease.ts'
import { PERIODS } from '#test/support/reportingYear.ts'

test.each(PERIODS)('of %s no withheld sum and no company follows from all published sums together', expectSafeRelease)
