import type { Services } from '#lib/server/api/context.ts'
import { compareCheckpoints } from '#modules/audit/server/auditCheckpoints.ts'
import { beginningOf } from '#modules/audit/server/chain.ts'
import { sealPending } from '#modules/audit/server/sealing.ts'
import { describeBreak, formatLink, parseLink, verifyNoted, verifyRange } from '#modules/audit/server/verifying.ts'
import { type Command, JSON_OPTION, say, withServices } from './command.ts'

const LINES_PER_STEP = 100_000

/** Checks the whole chain of the audit log; the exit code is 1 where it does not hold. */
export const auditVerify: Command = {
  summary: '校验审计日志是否被改动或删除',
  options: { head: { type: 'string', summary: '以前记下的链头，如 128:66c7…，用来发现末尾被删' }, ...JSON_OPTION },
  run: given => {
    const noted = given.head === undefined ? undefined : parseLink(String(given.head))
    if (given.head !== undefined && !noted) throw new Error('--head 应如 128:66c7f0f4…，请整段粘贴以前记下的链头。')
    return withServices(async services => {
      const result = await verify(services)
      const cut = noted ? await verifyNoted(services, noted) : null
      const kept = await compareCheckpoints(services)
      const broken = result.broken ?? cut ?? kept.broken
      if (given.json) console.log(JSON.stringify({ ...result, kept: kept.count, broken, ok: broken === null }))
      else if (broken) console.log(`✗ 校验链第 ${broken.sealNo} 行：${describeBreak(broken)}。`)
      else
        console.log(
          `✓ ${result.lines} 行完好，与数据库之外留存的 ${kept.count} 个检查点相符。请把链头记在别处：${result.head}`,
        )
      return broken ? 1 : 0
    })
  },
}

async function verify(services: Services) {
  await sealPending(services)
  const { sealNo: first } = await beginningOf(services.db)
  for (let after = first; ; ) {
    const { link, head, broken, isEnd } = await verifyRange(services, after, LINES_PER_STEP)
    after = link.sealNo
    if (isEnd) return { lines: after - first, head: formatLink(head), broken }
    say(`已校验 ${after - first} / ${head.sealNo - first} 行`)
  }
}
