import { dayOf } from '#lib/dates.ts'
import { anonymous, type Services } from '#lib/server/api/context.ts'
import { declareKeyLost, replaceKey, signingKeys } from '#modules/signatures/server/keyLoss.ts'
import type { SigningKeyRow } from '#modules/signatures/server/keys.ts'
import { type Command, JSON_OPTION, printResult, withServices, wrongUse } from './command.ts'

const USES: Record<SigningKeyRow['use'], string> = {
  papers: '文件签名',
  seals: '国密签章',
  sealMaking: '制章',
  timeStamps: '时间戳服务',
}

function stateOf({ lostAt, lostReason, replacedAt, endsAt }: SigningKeyRow): string {
  if (lostAt) return `自 ${dayOf(lostAt)} 起遗失：${lostReason}`
  if (replacedAt) return `${dayOf(replacedAt)} 已更换`
  return `有效期至 ${dayOf(endsAt)}`
}

const lineOf = (key: SigningKeyRow) =>
  `${key.fingerprint.replaceAll(':', '').slice(0, 16)}  ${USES[key.use]}  ${key.name}  ${stateOf(key)}`

const dataOf = ({ fingerprint, use, name, endsAt, replacedAt, lostAt, lostReason }: SigningKeyRow) => ({
  fingerprint,
  use,
  name,
  endsAt,
  replacedAt,
  lostAt,
  lostReason,
})

/** Acts of whoever may use the command line: of nobody's account. */
const asOperator = (services: Services) => ({ ...services, now: new Date(), actor: anonymous, address: '' })

export const keysList: Command = {
  summary: '列出签过文件的密钥和时间戳服务的证书：指纹、用途、名称、状态',
  options: JSON_OPTION,
  run: given =>
    withServices(async services => {
      const keys = await signingKeys(services)
      printResult(given, keys.map(dataOf), keys.length > 0 ? keys.map(lineOf) : ['还没有签过文件。'])
      return 0
    }),
}

export const keysReplace: Command = {
  summary: '更换自动生成的签名密钥：下一份文件用新的，以前签的仍然成立',
  operand: '证书指纹（前 8 位或更多）',
  options: JSON_OPTION,
  run: given =>
    withServices(async services => {
      const key = await replaceKey(asOperator(services), String(given.operand))
      printResult(given, dataOf(key), [`已更换，下一份文件用新的密钥签名。${lineOf(key)}`])
      return 0
    }),
}

export const keysLost: Command = {
  summary: '声明签名密钥遗失：不再使用，所签文件查验时不再采信，遗失之前有时间戳的除外',
  operand: '证书指纹（前 8 位或更多）',
  options: {
    since: { type: 'string', summary: '从何时起可能在他人手里，如 2026-11-01 或 2026-11-01T08:00:00+08:00' },
    reason: { type: 'string', summary: '原因，记入审计日志' },
    ...JSON_OPTION,
  },
  run: given => {
    const text = String(given.since ?? '')
    const since = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00+08:00` : text)
    if (Number.isNaN(since.getTime())) throw wrongUse('--since 应为日期或时间，如 2026-11-01。')
    const reason = String(given.reason ?? '')
    if (!reason.trim()) throw wrongUse('--reason 请写明原因。')
    return withServices(async services => {
      const key = await declareKeyLost(asOperator(services), { fingerprint: String(given.operand), since, reason })
      printResult(given, dataOf(key), [`已登记，所签文件不再采信。${lineOf(key)}`])
      return 0
    })
  },
}
