import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { RoundParts } from './StaffAwardRound.tsx'
import { StaffAwardRoundMarks } from './StaffAwardRoundMarks.tsx'

export type RoundResult = Output<ApiContract['GET /staff/award/round/result']>
export type RankedEntry = RoundResult['entries'][number]

export function StaffAwardRoundResult({ of, changed }: RoundParts) {
  const answer = useApi('GET /staff/award/round/result', { id: of.id })
  const done = () => {
    answer.reload()
    changed()
  }
  return (
    <States answer={answer} lines={8}>
      {result => (
        <>
          <Ranking result={result} />
          <StaffAwardRoundMarks key={result.version} result={result} changed={done} />
        </>
      )}
    </States>
  )
}

function Ranking({ result }: { result: RoundResult }) {
  const [shown, show] = useState<number>()
  const lowest = Math.min(...result.entries.flatMap(({ scores }) => scores.map(({ total }) => total)))
  const from = Math.max(0, Math.floor(lowest / 10) * 10 - 10)
  return (
    <section className="desk-card">
      <h2>排名</h2>
      <p className="faint">五份以上评分的，去掉一个最高分和一个最低分后平均，保留三位小数；得分相同的名次并列。</p>
      <ol className="round-ranking" aria-label="排名">
        {result.entries.map(one => (
          <li key={one.entryId}>
            <div className="round-ranked">
              <span className="round-rank">
                {one.rank ?? '—'}
                {one.isTied && <small>并列</small>}
              </span>
              <div>
                <Link to={`/staff/review/${one.applicationId}`}>{one.name}</Link>
                <span className="cell-note">{[one.applicant, one.groupName].filter(Boolean).join('　')}</span>
              </div>
              <b className="round-score">{one.score === null ? '未评' : one.score.toFixed(3)}</b>
              <Spread of={one} from={from} />
              <button
                type="button"
                className="button"
                aria-expanded={shown === one.entryId}
                onClick={() => show(shown === one.entryId ? undefined : one.entryId)}
              >
                {shown === one.entryId ? '收起评分' : '各专家评分'}
                <span className="hidden-text">：{one.name}</span>
              </button>
            </div>
            {shown === one.entryId && <Scores result={result} of={one} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Plots the scores from `from` to 100 points: a mark per score, their range as a box, and the mean. */
function Spread({ of: { scores, score, spread, isSpreadLarge }, from }: { of: RankedEntry; from: number }) {
  const totals = scores.map(({ total }) => total).toSorted((a, b) => a - b)
  if (totals.length === 0 || score === null) return <span />
  const [lowest, highest] = [totals[0]!, totals.at(-1)!]
  const at = (total: number) => ((total - from) / (100 - from)) * 100
  return (
    <span className="round-spread">
      <svg
        viewBox="0 0 100 12"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${totals.length} 份评分，最低 ${lowest}，最高 ${highest}，标准差 ${spread.toFixed(2)}`}
      >
        <rect x="0" y="5.500" width="100" height="1" className="axis" />
        <rect x={at(lowest)} y="2" width={Math.max(at(highest) - at(lowest), 0.6)} height="8" className="box" />
        {totals.map((total, i) => (
          <rect key={i} x={at(total) - 0.4} y="2" width="0.800" height="8" className="mark" />
        ))}
        <rect x={at(score) - 0.5} y="0" width="1" height="12" className="mean" />
      </svg>
      <small>
        {lowest}–{highest}，标准差 {spread.toFixed(2)} {isSpreadLarge && <Tag tone="warn">分歧较大</Tag>}
      </small>
    </span>
  )
}

const Scores = ({ result: { criteria }, of }: { result: RoundResult; of: RankedEntry }) => (
  <div className="round-scores">
    <Table
      caption={`${of.name}的各专家评分`}
      rows={[...of.scores.map(score => ({ ...score, isMean: false })), meanOf(of)]}
      keyOf={({ expertId }) => expertId}
      columns={[
        { name: '专家', cell: ({ name }) => name, nowrap: true },
        ...criteria.map(({ code, name, max }) => ({
          name: `${name}（${max}）`,
          cell: ({ points }: { points: Record<string, number> }) => points[code] ?? '—',
          nowrap: true,
        })),
        {
          name: '总分',
          cell: ({ total, isLeftOut }) => (
            <>
              <b>{total}</b> {isLeftOut && <Tag>不计入</Tag>}
            </>
          ),
          nowrap: true,
        },
        {
          name: '评语',
          cell: ({ comment, changes }) => (changes ? `${comment}（改过 ${changes} 次）` : comment || '—'),
        },
      ]}
    />
    {of.missing.length > 0 && <p>没有提交：{of.missing.join('、')}</p>}
    {of.recused.length > 0 && <p>回避：{of.recused.join('、')}</p>}
  </div>
)

const meanOf = (of: RankedEntry) => ({
  expertId: 0,
  name: '平均（全部）',
  points: of.means,
  total: of.score ?? 0,
  comment: '总分栏为最后得分',
  isLeftOut: false,
  changes: 0,
  at: '',
  isMean: true,
})
