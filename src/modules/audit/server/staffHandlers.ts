import type { Output, Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { staffAuditContract } from '../staffContract.ts'
import { compareCheckpoints } from './auditCheckpoints.ts'
import { historyHandlers } from './history.ts'
import { listHandlers } from './list.ts'
import { restoreHandlers } from './restore.ts'
import { countUnsealed, describeBreak, formatLink, parseLink, verifyNoted, verifyRange } from './verifying.ts'

type Verify = (typeof staffAuditContract)['GET /staff/audit/verify']

/** Lines a call checks: well within the time that a statement and a reader have. */
const MAX_LINES_PER_CALL = 20_000

async function verify(ctx: Ctx, { after, noted }: Parsed<Verify>): Promise<Output<Verify>> {
  const link = noted ? parseLink(noted) : undefined
  if (noted && !link) throw invalid('以前记下的链头应如 128:66c7f0f4…，请整段粘贴', { noted: '格式不正确' })
  const noteFault = link && after === 0 ? await verifyNoted(ctx, link) : null
  const cut = noteFault ?? (after === 0 ? (await compareCheckpoints(ctx)).broken : null)
  const { link: last, head, broken, isEnd } = await verifyRange(ctx, after, MAX_LINES_PER_CALL)
  const found = broken ?? cut
  return {
    checked: last.sealNo,
    total: head.sealNo,
    unsealed: await countUnsealed(ctx),
    head: formatLink(head),
    broken: found && { sealNo: found.sealNo, id: found.id, why: describeBreak(found) },
    isEnd: isEnd || cut !== null,
  }
}

export const staffAuditHandlers: Handlers<typeof staffAuditContract> = {
  'GET /staff/audit/verify': verify,
  ...listHandlers,
  ...historyHandlers,
  ...restoreHandlers,
}
