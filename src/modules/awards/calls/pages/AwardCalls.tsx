import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Day } from '#ui/Day.tsx'
import { Link } from '#ui/router/router.tsx'

type Call = Output<ApiContract['GET /app/publicity/award/kind/list']>[number]['calls'][number]

export function OpenCalls({ calls }: { calls: Call[] }) {
  if (calls.length === 0) return null
  return (
    <section className="award-calls" aria-labelledby="award-calls">
      <h2 id="award-calls">正在受理申报</h2>
      <ul role="list">
        {calls.map(({ id, title, deadline, daysLeft, noticeId }) => (
          <li key={id}>
            <b>{title}</b>
            <span>
              <Day of={deadline} />
              截止，{daysLeft === 0 ? '今天是最后一天' : `还有 ${daysLeft} 天`}
            </span>
            <span className="award-call-acts">
              {noticeId !== null && <Link to={`/admin/news/list-info/${noticeId}`}>申报通知</Link>}
              <a href="/admin/user/awards">网上申报</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
