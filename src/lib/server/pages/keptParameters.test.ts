import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#api/contract.ts'
import { code, int, nothing, province, text } from '#lib/form/fields.ts'
import type { Contract } from '../../contract.ts'
import { keptParameters } from './keptParameters.ts'

test('a new filter of a kept call is known; what people search for, and what no kept call takes, is not', () => {
  const calls: Contract = {
    'GET /boiler/list': {
      who: 'anyone',
      cached: true,
      summary: '锅炉',
      input: z.object({
        fuel: code.optional(),
        pressure: int.default(1),
        place: province.optional(),
        state: z.enum(['hot', 'cold']).optional(),
        words: text(50).optional(),
      }),
      output: nothing,
    },
    'GET /boiler/own': {
      who: 'member',
      summary: '本单位的锅炉',
      input: z.object({ owner: int }),
      output: nothing,
    },
  }
  expect([...keptParameters(calls)]).toEqual(['fuel', 'pressure', 'place', 'state'])
})

test('of the real calls pages and filters are known, and no search', () => {
  const known = keptParameters(contract)
  for (const name of ['pageNum', 'catalogId', 'year', 'kindId', 'provinceCode', 'status', 'level'])
    expect(known).toContain(name)
  for (const name of ['key', 'orgName', 'certNo', 'creditCode', 'name']) expect(known).not.toContain(name)
})
