import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffCredentialKeys'

export { staffCredentialKeys as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/credential/key/list', {}))

type Key = Output<ApiContract['GET /staff/credential/key/list']>['list'][number]

/** 凭证密钥: with which credentials are signed, and what becomes of a key. */
export default function StaffCredentialKeys({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <section className="desk-card">
      <h2>凭证密钥</h2>
      <States answer={answer}>
        {({ did, list }) => (
          <>
            <p>
              可验证凭证用这些密钥签名，签发者标识为 {did}，公钥公布在{' '}
              <a href="/.well-known/did.json">/.well-known/did.json</a>
              。建议每年更换一次，更换后原来的继续公布，已下载的凭证照样能验证；密钥可能泄露时才作废。
            </p>
            <Table caption="凭证密钥" columns={columnsOf(answer.reload)} rows={list} keyOf={({ kid }) => kid} />
          </>
        )}
      </States>
    </section>
  )
}

const act = defineAct<Key>()

const acts = {
  rotate: act({
    name: '更换',
    title: () => '更换签名密钥',
    confirm: '此后签发的凭证和状态列表用新密钥签名；原来的密钥继续公布，用它签发的凭证照样能验证。',
    call: 'POST /staff/credential/key/rotate',
    input: ({ kid }) => ({ seen: kid }),
    done: '签名密钥已更换',
  }),
  retire: act({
    name: '停止公布',
    title: () => '停止公布密钥',
    confirm: '停止以后，其他单位的程序不能再验证用它签发的凭证，持证者须重新下载。请确认这些凭证都已到期或换新。',
    isDanger: true,
    call: 'POST /staff/credential/key/retire',
    input: ({ kid }) => ({ kid }),
    done: '密钥已停止公布',
  }),
  revoke: act({
    name: '作废',
    title: () => '作废密钥',
    confirm:
      '用它签发的全部凭证立即不再可信，持证者须重新下载。只在密钥可能泄露时使用，不能恢复；正在签发的会同时换新。',
    isDanger: true,
    fields: [{ name: 'reason', label: '原因', section: '', kind: 'text', required: true, max: 200 }],
    call: 'POST /staff/credential/key/revoke',
    input: ({ kid }, { reason }) => ({ kid, reason: String(reason ?? '') }),
    done: '密钥已作废',
  }),
}

const TONES = { signing: 'good', verifying: 'water', retired: 'plain', revoked: 'bad' } as const

const columnsOf = (reload: () => void): TableColumn<Key>[] => [
  { name: '密钥编号', nowrap: true, cell: ({ kid }) => <code>{kid.slice(0, 12)}…</code> },
  {
    name: '状态',
    cell: ({ state, stateName, reason }) => (
      <>
        <Tag tone={TONES[state]}>{stateName}</Tag>
        {reason && <p>{reason}</p>}
      </>
    ),
  },
  { name: '启用', cell: ({ createdTime }) => minute(createdTime), nowrap: true },
  { name: '停止签发', cell: ({ endedTime }) => (endedTime ? minute(endedTime) : '—'), nowrap: true },
  { name: '停止公布或作废', cell: ({ overTime }) => (overTime ? minute(overTime) : '—'), nowrap: true },
  { name: '办理', cell: of => <KeyActs of={of} reload={reload} />, nowrap: true },
]

/** Acts allowed in each state of a key. */
const possible: Record<Key['state'], (keyof typeof acts)[]> = {
  signing: ['rotate', 'revoke'],
  verifying: ['retire', 'revoke'],
  retired: ['revoke'],
  revoked: [],
}

const KeyActs = ({ of, reload }: { of: Key; reload: () => void }) =>
  possible[of.state].length === 0
    ? '—'
    : possible[of.state].map(code => (
        <ActButton key={code} act={acts[code]} of={of} called={of.kid.slice(0, 12)} reload={reload} size="small" />
      ))
