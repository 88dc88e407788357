import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, fileOf, int, text } from '#lib/form/fields.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { idList } from '#lib/register/registerContract.ts'

/** 聘书 of appointments. */
export const letterContract = {
  'POST /staff/appointment/letter/issue': {
    who: 'staff:posts',
    confirm: true,
    sends: true,
    summary: '为所选的任职签发聘书：取号、按版式制作、可凭号或扫码查验，并告知本人；登记有变动的换发，逐项说明结果',
    input: z.object({ ids: bulkIds }),
    output: bulkResults,
    example: { ids: [1, 2] },
  },
  'POST /staff/appointment/letter/withdraw': {
    who: 'staff:posts',
    confirm: true,
    summary: '收回发错的聘书：查验时显示已撤销和原因；任职不变，可以重新签发',
    input: z.object({ id: int, reason: text(200).min(1, '请填写原因') }),
    output: z.object({}),
    example: { id: 1, reason: '姓名有误' },
  },
  'GET /staff/appointment/letter/file': {
    who: 'staff:posts',
    summary: '一项任职的聘书（带数字签名的 PDF）；已失效的标明',
    ...fileOf,
  },
  'GET /staff/appointment/letter/files': {
    who: 'staff:posts',
    confirm: true,
    summary: '所选任职的聘书，一份一个 PDF，在一个 ZIP 里',
    input: z.object({ ids: idList }),
    output: 'file',
    example: { ids: '1,2' },
  },
} as const satisfies Contract

export const ownLetter = { input: byId, output: 'file', example: { id: 1 } } as const
