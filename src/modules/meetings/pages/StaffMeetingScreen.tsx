import './meetings.css'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi } from '#api/useApi.ts'
import { usePolling } from '#api/usePolling.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/StaffMeetingScreen'

export { staffMeetingScreen as handle } from './screens.ts'

export const clientLoader = screenLoader(async (_, { params }) => ({ id: pathId(params.id) }))

const PAUSE_MS = 3000

/** 出席大屏: who is there and whether they are a quorum, asked anew every few seconds. */
export default function StaffMeetingScreen({ loaderData: { id } }: Route.ComponentProps) {
  const answer = useApi('GET /staff/meeting/quorum', { id })
  usePolling(answer, PAUSE_MS)
  useScreenName(answer.data?.title ?? '出席大屏')
  return (
    <section className="desk-card meeting-screen">
      <States answer={answer}>{of => <Quorum of={of} />}</States>
      {answer.data && answer.error && <p className="field-error">网络中断，显示的是上一次的数字，正在重试。</p>}
      <p>
        <Link to={`/staff/meetings/${id}`}>回到会议</Link>
      </p>
    </section>
  )
}

function Quorum({ of: { title, heads, latest, motions } }: { of: Output<ApiContract['GET /staff/meeting/quorum']> }) {
  const { unit, entitled, present, represented, votes, onLeave, unanswered, needed, hasQuorum, sentence } = heads
  return (
    <>
      <h2>{title}</h2>
      <dl className="meeting-figures" aria-live="polite">
        <div>
          <dt>应到</dt>
          <dd>{entitled}</dd>
        </div>
        <div>
          <dt>实到</dt>
          <dd>{present}</dd>
        </div>
        {needed !== null && (
          <div>
            <dt>须到</dt>
            <dd>{needed}</dd>
          </div>
        )}
      </dl>
      <p className="meeting-verdict" data-good={hasQuorum || undefined}>
        {needed === null ? '未规定出席比例' : hasQuorum ? '已达到规定人数' : `还差 ${needed - present} ${unit}`}
      </p>
      <p>
        {sentence}。其中受托 {represented} {unit}，请假 {onLeave} {unit}，未回复 {unanswered} {unit}；现在可以表决{' '}
        {votes} {unit}。
      </p>
      {motions.map(motion => (
        <div key={motion.voteId} className="meeting-motion-shown">
          <h3>{motion.title}</h3>
          {motion.state === 'open' ? (
            <p className="meeting-verdict" data-good>
              {motion.wayName}进行中{motion.voted !== null && `：已表决 ${motion.voted} / ${motion.voters} 席`}
            </p>
          ) : (
            <p className="meeting-verdict" data-good={motion.passes || undefined}>
              {motion.result}
            </p>
          )}
          <p>
            基数 {motion.base}
            {motion.recused.length > 0 && `。回避：${motion.recused.map(({ name }) => name).join('、')}`}
          </p>
        </div>
      ))}
      {latest.length > 0 && (
        <ul role="list" className="meeting-latest">
          {latest.map(({ name, at, modeName }) => (
            <li key={name + at}>
              {name}　{modeName}　{at}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
