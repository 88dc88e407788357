import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffHealth'
import './oversight.css'
import { withCommas } from '#lib/words/numbers.ts'

export { staffHealth as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/health', {}))

type Health = Output<ApiContract['GET /staff/health']>
type Finding = Health['findings'][number]

const LEVELS: Record<Finding['level'], { tone: Tone; name: string }> = {
  bad: { tone: 'bad', name: '不合格' },
  warn: { tone: 'warn', name: '待改进' },
  unknown: { tone: 'plain', name: '未检查' },
  good: { tone: 'good', name: '合格' },
}
const ORDER = Object.keys(LEVELS)

/** Health checks according to the official criteria: score, findings by urgency, and links to fix them. */
export default function StaffHealth({ loaderData: health }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  return (
    <>
      <Score health={health} reload={revalidate} />
      <Findings findings={health.findings} />
      <Pages health={health} />
      <section className="desk-card">
        <h2>运行环境</h2>
        <Facts facts={health.facts.map(({ name, value }) => [name, value])} />
      </section>
    </>
  )
}

const Score = ({ health, reload }: { health: Health; reload: () => void }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>得分</h2>
      <SaveButton save={() => saveFile('GET /staff/health/export', {})}>导出</SaveButton>
    </div>
    <p className="health-score">
      <b>{health.score}</b> 分（满分 100）
      {health.isRejected && <Tag tone="bad">有单项否决</Tag>}
    </p>
    <p className="health-note">
      参照《政府网站与政务新媒体检查指标》（国办秘函〔2019〕19号）的检查项，扣分由本系统设定；检查于{' '}
      {keepTogether(minute(health.checkedAt))}。
    </p>
    <CheckTexts checkedAt={health.contentCheckedAt} reload={reload} />
  </section>
)

const POLL_INTERVAL_MS = 3_000
const POLL_TIMEOUT_MS = 120_000

function CheckTexts({ checkedAt, reload }: { checkedAt: string | null; reload: () => void }) {
  const { submit, busy, error } = useSubmit('POST /staff/health/check')
  const [waiting, setWaiting] = useState(false)
  const before = useRef(checkedAt)
  useEffect(() => {
    if (!waiting) return
    if (checkedAt !== before.current) return setWaiting(false)
    const timer = setInterval(reload, POLL_INTERVAL_MS)
    const end = setTimeout(() => setWaiting(false), POLL_TIMEOUT_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [waiting, checkedAt, reload])
  return (
    <div className="health-check">
      <p>文章链接与图片：{checkedAt ? `${minute(checkedAt)} 检查过` : '还没有检查过'}</p>
      <Button
        loading={busy || waiting}
        onClick={async () => {
          before.current = checkedAt
          setWaiting((await submit({})) !== undefined)
        }}
      >
        {waiting ? '正在检查' : '立即检查'}
      </Button>
      {error && <Alert type="error" title={error.message} showIcon />}
    </div>
  )
}

const Findings = ({ findings }: { findings: Finding[] }) => (
  <section className="desk-card">
    <h2>逐项检查</h2>
    <ul className="health-findings" role="list">
      {findings
        .toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level) || b.deducted - a.deducted)
        .map(finding => (
          <li key={finding.code} id={finding.code}>
            <Tag tone={LEVELS[finding.level].tone}>{LEVELS[finding.level].name}</Tag>
            <div>
              <h3>
                {finding.name}
                <small>{finding.group}</small>
              </h3>
              <p>
                {finding.found}
                {finding.deducted > 0 && `，扣 ${finding.deducted} 分`}
                {finding.route && (
                  <>
                    {'　'}
                    <Link to={finding.route}>去处理</Link>
                  </>
                )}
              </p>
              {finding.level !== 'good' && <p className="health-note">{finding.why}</p>}
              {finding.items.length > 0 && <Items finding={finding} />}
            </div>
          </li>
        ))}
    </ul>
  </section>
)

/** Open where the address leads to it. */
function Items({ finding: { code, name, count, items } }: { finding: Finding }) {
  const isWanted = useLocation().hash === `#${code}`
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isWanted) details.current?.parentElement?.scrollIntoView({ block: 'center' })
  }, [isWanted])
  return (
    <details ref={details} open={isWanted}>
      <summary>
        明细<span className="hidden-text">：{name}</span>
      </summary>
      <ul>
        {items.map(({ text, route }) => (
          <li key={text}>{route ? <Link to={route}>{text}</Link> : text}</li>
        ))}
      </ul>
      {count > items.length && <p>另有 {count - items.length} 项，处理后显示。</p>}
    </details>
  )
}

const Pages = ({ health: { pages, measuredSince } }: { health: Health }) => (
  <section className="desk-card">
    <h2>响应时间</h2>
    <p className="health-note">
      本进程自 {minute(measuredSince)} 起每个地址最近 200 次的用时（毫秒），慢的在前；由页面缓存直接回答的不计在内。
    </p>
    <Table
      caption="响应时间"
      keyOf={({ route }) => route}
      rows={pages}
      columns={[
        { name: '地址', cell: ({ route }) => <code>{route}</code> },
        { name: '次数', isFigure: true, cell: ({ count }) => withCommas(count) },
        { name: '一半快于', cell: ({ p50 }) => p50, nowrap: true },
        { name: '95% 快于', cell: ({ p95 }) => p95, nowrap: true },
        { name: '最慢', cell: ({ slowest }) => slowest, nowrap: true },
      ]}
    />
  </section>
)
