import { sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/context.ts'
import type { caseContract } from '../caseContract.ts'
import { applicationEvent } from './tables.ts'

type Reasons = Output<(typeof caseContract)['GET /staff/review/reasons']>

/** What every association says. */
const usual: Reasons = {
  pass: ['材料齐全，符合条件', '经核对，同意'],
  return: ['请按批注逐项补正后重新提交', '材料不清晰，请重新上传', '填写内容与所附材料不一致，请核对'],
  reject: ['不符合入会或申报条件', '提交的材料不真实', '重复申请'],
  remark: ['与营业执照不一致，请核对', '请填写完整', '请上传清晰的扫描件', '缺少公章或签字', '已过有效期，请更新'],
}

/** Of how many of its newest decisions the association's own words are counted, and how often makes them its own. */
const LOOKED_AT = 2000
const OFTEN = 2
const MOST = 8

/** The association's own words first, by how often it uses them; then the usual ones. */
export async function listReasons({ db }: Ctx): Promise<Reasons> {
  const said = async (action: 'pass' | 'return' | 'reject', words: 'opinion' | 'remark') => {
    const { rows } = await db.execute<{ words: string }>(sql`
      select words from (
        select ${words === 'opinion' ? sql`opinion as words` : sql`jsonb_array_elements(remarks) ->> 'text' as words`}
        from (
          select opinion, remarks from ${applicationEvent}
          where action = ${action} and by = 'staff' order by id desc limit ${LOOKED_AT}
        ) newest
      ) said
      where words <> '' and length(words) <= 60
      group by words having count(*) >= ${OFTEN} order by count(*) desc, words limit ${MOST}`)
    return rows.map(row => row.words)
  }
  const merge = (own: string[], others: string[]) => [...new Set([...own, ...others])]
  return {
    pass: merge(await said('pass', 'opinion'), usual.pass),
    return: merge(await said('return', 'opinion'), usual.return),
    reject: merge(await said('reject', 'opinion'), usual.reject),
    remark: merge(await said('return', 'remark'), usual.remark),
  }
}
