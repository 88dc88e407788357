import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { usePolling } from '#api/usePolling.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type MotionAnswer, motionAnswerNames } from '../meetingWords.ts'
import { quorumWords } from './MeetingHead.tsx'

type OwnMotions = Output<ApiContract['GET /meeting/votes']>
type Motion = OwnMotions['list'][number]
type OwnSeat = Motion['own'][number]

/** Between two looks at what is under vote; many seats ask less often, so that they are not more of a load together. */
const pauseFor = (seats: number) => Math.max(4_000, seats * 20)

type Props = { id: number; isOpen: boolean; isWritten: boolean }

/** Votes on the motions of a meeting that is in session, on the phone of whoever has a seat: who is there, and what to vote on. */
export function MyVotes({ id, isOpen, isWritten }: Props) {
  const answer = useApi('GET /meeting/votes', { id })
  usePolling(answer, isOpen ? pauseFor(answer.data?.heads.entitled ?? 0) : undefined)
  return (
    <section className="centre-card">
      <h2>表决</h2>
      <States answer={answer}>
        {({ heads, list }) => (
          <>
            {isOpen && !isWritten && (
              <p className={heads.hasQuorum ? undefined : 'field-error'} role="status">
                {quorumWords(heads)}
              </p>
            )}
            {list.length === 0 && <p>{isOpen ? '还没有议题开始表决；开始后这里随即显示。' : '没有逐项表决。'}</p>}
            <ol className="meeting-own-agenda">
              {list.map(motion => (
                <li key={motion.voteId}>
                  <OwnMotion motion={motion} voted={answer.reload} />
                </li>
              ))}
            </ol>
          </>
        )}
      </States>
      {answer.data && answer.error && <p className="field-error">网络中断，显示的是上一次的情况，正在重试。</p>}
    </section>
  )
}

function OwnMotion({ motion, voted }: { motion: Motion; voted: () => void }) {
  const { title, state, stateName, passes, base, wayName, way, recused, result, closesAt, own, showsNames } = motion
  const isOpen = state === 'open'
  return (
    <>
      <p>
        <b>{title}</b>{' '}
        {isOpen ? (
          <Tag tone="warn">{stateName}</Tag>
        ) : (
          <Tag tone={passes ? 'good' : 'bad'}>{passes ? '通过' : '未通过'}</Tag>
        )}
      </p>
      <p>
        {wayName}，基数 {base}
        {closesAt && isOpen && `，截止 ${minute(closesAt)}`}
        {motion.voted !== null && `。已表决 ${motion.voted} / ${motion.voters} 席`}
      </p>
      {recused.map(({ name, reason }) => (
        <p key={name}>
          回避：{name}（{reason}）
        </p>
      ))}
      {result && <p className="meeting-result">{result}</p>}
      {isOpen && way === 'secret' && (
        <p>
          无记名投票在<Link to="/admin/user/ballots">我的投票</Link>进行。
        </p>
      )}
      {isOpen && way === 'hands' && <p>请在会场举手表决。</p>}
      {isOpen && own.length > 0 && <VoteButtons motion={motion} voted={voted} />}
      {!isOpen && own.length > 0 && (
        <p>{own.map(({ name, answerName }) => `${name}：${answerName || '未投'}`).join('；')}</p>
      )}
      {showsNames && <SeatNames motion={motion} />}
    </>
  )
}

/** How each seat voted, read when somebody wants to know. */
function SeatNames({ motion: { voteId, title } }: { motion: Motion }) {
  const [isShown, show] = useState(false)
  const answer = useApi('GET /meeting/vote/names', isShown ? { voteId } : null)
  return (
    <>
      <button type="button" className="as-link" aria-expanded={isShown} onClick={() => show(!isShown)}>
        {isShown ? '收起各席的表决' : '各席的表决'}
        <span className="hidden-text">：{title}</span>
      </button>
      {isShown && (
        <States answer={answer}>
          {({ list }) => (
            <ul role="list" className="meeting-voters">
              {list.map(({ name, answerName }) => (
                <li key={name}>
                  <span>{name}</span>
                  <span>{answerName || '未投'}</span>
                </li>
              ))}
            </ul>
          )}
        </States>
      )}
    </>
  )
}

/** Votes for all seats at once, or for each one. */
function VoteButtons({ motion: { voteId, title, own }, voted }: { motion: Motion; voted: () => void }) {
  const { submit, busy, error } = useSubmit('POST /meeting/vote')
  const [isSingle, setSingle] = useState(false)
  const open = own.filter(({ obstacle }) => obstacle === '')
  const cast = async (seats: readonly OwnSeat[], answer: MotionAnswer) => {
    const votes = seats.map(seat => ({ seatId: seat.seatId, answer, before: seat.answer }))
    const done = await submit({ voteId, votes })
    voted()
    if (done) announce(`已为${done.seats.join('、')}投“${motionAnswerNames[answer]}”，结束以前可以改`)
  }
  const buttons = (seats: readonly OwnSeat[], called: string) => (
    <span className="meeting-vote">
      {optionsOf(motionAnswerNames).map(({ code, name }) => {
        const isChosen = seats.every(({ answer }) => answer === code)
        return (
          <button
            key={code}
            type="button"
            className={isChosen ? 'button primary' : 'button'}
            aria-pressed={isChosen}
            disabled={busy}
            onClick={() => void cast(seats, code as MotionAnswer)}
          >
            {name}
            <span className="hidden-text">
              ：{called}，{title}
            </span>
          </button>
        )
      })}
    </span>
  )
  return (
    <>
      <Problem>{error?.message}</Problem>
      {own
        .filter(({ obstacle }) => obstacle)
        .map(({ seatId, name, obstacle }) => (
          <p key={seatId}>
            {name}：{obstacle}
          </p>
        ))}
      {open.length > 0 && !isSingle && (
        <>
          <p>{open.map(({ name, answerName }) => (answerName ? `${name}（已投${answerName}）` : name)).join('、')}</p>
          {buttons(open, open.map(({ name }) => name).join('、'))}
        </>
      )}
      {open.length > 1 && (
        <p>
          <button type="button" className="as-link" aria-expanded={isSingle} onClick={() => setSingle(!isSingle)}>
            {isSingle ? `${open.length} 席投同样的意见` : '各席分别表决'}
          </button>
        </p>
      )}
      {isSingle &&
        open.map(seat => (
          <div key={seat.seatId} className="meeting-vote-seat">
            <p>
              {seat.name}
              {seat.answerName && `（已投${seat.answerName}）`}
            </p>
            {buttons([seat], seat.name)}
          </div>
        ))}
    </>
  )
}
