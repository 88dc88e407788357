import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { heldFilters } from '../shortfallFilters.ts'
import { held } from '../shortfalls/contract.ts'

/** Certificates whose annual report is overdue. */
export const annualReportsContract = {
  'GET /staff/qualification/annual/list': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '年审逾期：提交期已过而没有本年度报告的有效证书，先颁发的在前',
    ...registerList(heldFilters, z.object({ id: z.int(), ...held, issuedOn: z.string(), dueOn: z.string() })),
    example: { kindCode: 'QX01', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/qualification/annual/export': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '年审逾期名单的导出（Excel），条件与列表相同',
    ...registerExport(heldFilters),
    example: { kindCode: 'QX01' },
  },
} as const satisfies Contract
