import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int } from '#lib/form/fields.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'

/** Hands over all work of a colleague who is away to another. */
export const handingOverContract = {
  'GET /staff/colleague/work': {
    who: 'staff:accounts',
    summary: '一位同事（id）手上的工作，逐件列出：指派给本人的申请、本人代理的同事等；只列出自己有权移交的',
    input: byId,
    output: z.array(
      z.object({
        /** Code of the kind of work; `id` is unique within it. */
        work: z.string(),
        workName: z.string(),
        id: z.int(),
        title: z.string(),
        note: z.string(),
        route: z.string(),
      }),
    ),
    example: { id: 1 },
  },
  'POST /staff/colleague/handOver': {
    who: 'staff:accounts',
    confirm: true,
    summary:
      '把一位同事（fromId）手上的工作移交给另一位（toId）：逐件按各自的规则，不能移交的说明原因；work 为工作的种类',
    input: z.object({ fromId: int, toId: int, work: code, ids: bulkIds }),
    output: bulkResults,
    example: { fromId: 1, toId: 2, work: 'application', ids: [1] },
  },
} as const satisfies Contract
