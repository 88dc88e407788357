import { anonymous } from '#lib/server/api/context.ts'
import type { OperationMode } from '#lib/server/process/operation.ts'
import { record } from '#modules/audit/server/record.ts'
import { refreshOperation, setOperation } from '#modules/settings/server/operation.ts'
import { type Command, JSON_OPTION, printResult, withServices, wrongUse } from './command.ts'

const MODES: Record<string, OperationMode> = { on: 'maintenance', 'read-only': 'readOnly', off: 'open' }
const MODE_MESSAGES: Record<OperationMode, string> = {
  open: '网站正常开放。',
  readOnly: '网站只读：可以查看，任何人都不能提交或修改。',
  maintenance: '网站正在维护：访客看到维护页，会员不能办理，工作人员照常使用后台。',
}

/** Closes the site for visitors and members, or for everything that writes, and opens it again; in all processes. */
export const maintenance: Command = {
  summary: '维护模式：on 维护，read-only 只读，off 恢复，status 查看',
  operand: '状态（on、read-only、off 或 status）',
  options: { message: { type: 'string', summary: '告诉访问者的一句话，如“系统升级，预计 18 点恢复”' }, ...JSON_OPTION },
  run: given => {
    const wanted = String(given.operand)
    const mode = MODES[wanted]
    if (!mode && wanted !== 'status') throw wrongUse('状态应为 on、read-only、off 或 status。')
    const message = String(given.message ?? '')
      .trim()
      .replace(/。$/, '')
    if (message.length > 200) throw wrongUse('--message 不能超过 200 字。')
    return withServices(async services => {
      if (mode) {
        const ctx = { ...services, now: new Date(), actor: anonymous, address: '' }
        await services.db.transaction(async db => {
          await setOperation({ ...ctx, db }, { mode, message: mode === 'open' ? '' : message })
          const detail = { mode, message, by: 'hangxie' }
          await record(
            { ...ctx, db },
            { action: 'setting.operation', objectType: 'setting', objectName: '维护模式', detail },
          )
        })
      }
      const now = await refreshOperation(services)
      printResult(given, now, [`${MODE_MESSAGES[now.mode]}${now.message ? `告示：${now.message}` : ''}`])
      return 0
    })
  },
}
